"""Events, leagues, entrants, rounds and standings: who meets whom, and who is ahead."""
