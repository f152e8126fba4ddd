"""Users, persons, clubs, memberships and API tokens: who somebody is and what he may ask for."""
