"""What developers run from the top of the sources; none of it is in the wheel."""
