"""The rules of Tantrix: pure Python, no framework, no clock, no chance.

Rule numbers in this package are those of ``docs/rules.md``; the record format is ``docs/record-format.md``.
"""
