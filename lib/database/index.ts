export { jsonArray, scalarArray, textArray } from './array-literal.ts';
export { connect, type Database, parseTimestamp, type Transaction } from './connect.ts';
export { type EmbeddedServer, startEmbedded } from './embedded.ts';
export {
  type Companion,
  callersCompanion,
  committingWith,
  inTransaction,
  isRaceLost,
  tryingAgain,
} from './in-transaction.ts';
export { migrate } from './migrate.ts';
export { type Job, runJobs } from './run-jobs.ts';
