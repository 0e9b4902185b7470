import hypothesis

# The same examples in every run, and no deadline: the first call of a kernel compiles it.
hypothesis.settings.register_profile("setapart", deadline=None, derandomize=True, max_examples=50)
hypothesis.settings.load_profile("setapart")
