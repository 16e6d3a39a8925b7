"""Commands about the programs themselves: shell completion, what works on this machine."""
