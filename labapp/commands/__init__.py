"""What each command of the command line does, one file a command; none loads Qt before it must show something."""
