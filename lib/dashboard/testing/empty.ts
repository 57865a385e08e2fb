// Stands in for 'server-only' in tests, which run outside a React server.
