export { connect, type Database, parseTimestamp, type Transaction } from './connect.ts';
export { type EmbeddedServer, startEmbedded } from './embedded.ts';
export { migrate } from './migrate.ts';
