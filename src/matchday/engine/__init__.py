"""What every game stands on. Knows no game, no network and no clock."""
