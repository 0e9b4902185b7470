"""The subcommands of ``setapart``, a file each: signature and docstring are its help, with that of its options."""
