export { holdLock, holdLockBriefly, tryLock } from './advisory-locks.ts';
export { arrayInTurns, jsonArray, scalarArray, textArray } from './array-literal.ts';
export { backOff } from './back-off.ts';
export { bindFirst } from './bind-first.ts';
export { boundedPageFrom, jsonBytes, withinPageBytes } from './bounded-page.ts';
export {
  type ConnectOptions,
  connect,
  type Database,
  type Fragment,
  parseTimestamp,
  type Transaction,
} from './connect.ts';
export { type Clock, DatabaseClock } from './database-clock.ts';
export { parseDatabaseUrl } from './database-url.ts';
export { type EmbeddedServer, startEmbedded } from './embedded.ts';
export { endProcess } from './end-process.ts';
export { entityTag, type MatchCondition, requireMatch, requireNoCondition } from './entity-tag.ts';
export {
  type FailureKind,
  failureKind,
  foundDiskFull,
  foundReadOnly,
  isAway,
  isLoginRefused,
  lacksDescriptors,
  RaceLostError,
} from './failure-kind.ts';
export { Gathering } from './gathering.ts';
export { type GroupCommit, groupCommit, type Outcome } from './group-commit.ts';
export {
  beginningAfter,
  type Companion,
  callersCompanion,
  callersRecord,
  committingAlone,
  committingWith,
  inTransaction,
  type KeptRecord,
  keepingRecord,
  mayBegin,
  noteCommitted,
  tryingAgain,
} from './in-transaction.ts';
export { KeyHorizon, readOldestWriter, type Transactions } from './key-horizon.ts';
export { beginningWith, containing } from './like-pattern.ts';
export { type Listening, listen } from './listen.ts';
export { isLongAgo, isRecent } from './long-ago.ts';
export { matchingNames } from './matching-names.ts';
export { migrate, requireMigratable } from './migrate.ts';
export { anyChangeNotice, changeNotice, channels, controlNotice, keptRuns, maximumNamedTasks } from './notices.ts';
export { isOfRemovedRun } from './of-removed-run.ts';
export { oneAtATime } from './one-at-a-time.ts';
export { pageFrom } from './page.ts';
export { decodePageToken, encodePageToken } from './page-token.ts';
export { keepPendingAudit, type PendingAudit } from './pending-audit.ts';
export { QueueFloor } from './queue-floor.ts';
export { indexesFirst, judgedInTime, longestJudgement, readMerging, readWithin } from './read-within.ts';
export { requireSessions } from './require-sessions.ts';
export { grantUse, ownsTables, prepareRole, withRole } from './role-of-use.ts';
export { type Job, runJobs, sweeping } from './run-jobs.ts';
export { jsonMember, readStored } from './stored-json.ts';
export { tagObject } from './tag-object.ts';
export { whenReachable } from './when-reachable.ts';
