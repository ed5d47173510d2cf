"""Shapes that pages need: frozen values made with few queries, without markup."""
