"""What must hold in every deal, whatever is dealt and played."""
