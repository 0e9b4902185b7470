"""The projection that sets two samples apart most: maximise W₁ of the projected samples over orthonormal k-frames."""
