"""Simulations of the claims of docs/6-ratings.md."""
