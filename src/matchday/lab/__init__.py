"""Running games by the million: simulation, properties at scale, measurements."""
