"""The phases of a hand; ``table`` says which there are."""
