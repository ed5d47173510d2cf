"""Ratings of players: tournament Elo, lobby, Master and doubles rankings."""
