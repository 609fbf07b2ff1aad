"""Environments for learning and search: batches, PettingZoo, Gymnasium, OpenSpiel."""
