"""The arithmetic of ratings (`docs/regulations.md` 8 and 9): plain values in, plain values out."""
