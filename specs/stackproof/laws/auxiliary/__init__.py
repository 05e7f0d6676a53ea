"""What proofs need besides the laws: conditions on decks, auxiliary invariants and contracts."""
