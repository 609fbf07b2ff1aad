"""The web server: matches over REST and WebSocket, kept in a database. It knows no rules, and sends views only."""
