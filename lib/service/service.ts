import type { Logger } from 'pino';
import type { Clock, Database } from '#database';
import type { SecretsKey } from '#engine';
import type { AccessChanges } from './access/access-changes.ts';
import type { Authenticate } from './access/authenticate.ts';
import type { KeyUses } from './access/key-uses.ts';
import type { ProviderClient } from './access/providers/provider-client.ts';
import type { SigningKeys } from './access/signing-keys.ts';
import type { RecordedReads } from './audit/recorded-reads.ts';
import type { AuditWriter } from './audit/writer.ts';
import type { CallerLimits } from './callers/caller-limits.ts';
import type { ServiceConfig } from './config.ts';
import type { OwnProcess } from './deployment/own-process.ts';
import type { GuardedEngine, GuardedState } from './records/guarded.ts';
import type { Replica } from './replica/replica.ts';
import type { WatchHub } from './watch/hub.ts';

/** Shared by all verbs. Created once at the start. */
export type Service = {
  config: ServiceConfig;
  database: Database;
  /** Answers what may lag, where a replica is named. */
  replica: Replica | undefined;
  engine: GuardedEngine;
  state: GuardedState;
  secretsKey: SecretsKey;
  /** Tells what has expired. */
  clock: Clock;
  signingKeys: SigningKeys;
  authenticate: Authenticate;
  accessChanges: AccessChanges;
  keyUses: KeyUses;
  /** The sign-in providers by their id. */
  providers: ReadonlyMap<string, ProviderClient>;
  callers: CallerLimits;
  ownProcess: OwnProcess;
  audit: AuditWriter;
  recordedReads: RecordedReads;
  watchHub: WatchHub;
  logger: Logger;
  /** Aborts when the service stops: ends streams and long polls. */
  stopping: AbortSignal;
};
