"""Pictures to share: of a night, a season and a player, wide or tall, and a player's year as cards to swipe."""
