"""Events in which everybody sits down with others each round: games of three and four, doubles with drawn partners.

A round is a set of tables made from nothing but entries, earlier rounds and a lot. Points are each player's own.
"""
