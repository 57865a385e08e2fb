import { resolve } from 'node:path';
import { type BlobConfig, readBlobConfig } from '#blobs';
import { ConfigError, type Environment, limits, readHiddenVariable, readVariable } from '#contract';
import { parseDatabaseUrl } from '#database';
import {
  defaultLeaseInMs,
  defaultSlots,
  type HttpAllowRule,
  httpAllowVariable,
  parseHttpAllow,
  parseSecretsKey,
} from '#engine';

/** The configuration of a worker process. After `leaseInMs` of silence, other workers take over its runs. */
type WorkerConfig = {
  databaseUrl: string;
  slots: number;
  queues: string[];
  taskModules: string[];
  leaseInMs: number;
  /** Source maps of the task types, and folders with them. */
  sourceMaps: string[];
  name: string | undefined;
  /** The file of the secrets key when the variable is not set. */
  dataFolder: string;
  secretsKey: string | undefined;
  /** The blob store, which must be the same as the service's, and the maximum size of a blob. */
  blobs: BlobConfig;
  maximumBlobBytes: number;
  /** What the built-in task types may reach besides public addresses. */
  httpAllow: readonly HttpAllowRule[];
};

/** Reads and checks the environment. Throws `ConfigError`. */
export function readConfig(environment: Environment): WorkerConfig {
  return {
    databaseUrl: databaseUrl(environment),
    slots: wholeNumber(environment, 'TASKDECK_WORKER_SLOTS', [1, 10_000]) ?? defaultSlots,
    queues: readVariable(environment, 'TASKDECK_WORKER_QUEUES', queuesAllowed, queueNames) ?? ['default'],
    taskModules: listOf(environment.TASKDECK_TASKS),
    leaseInMs: wholeNumber(environment, 'TASKDECK_WORKER_LEASE_MS', [1_000, 600_000]) ?? defaultLeaseInMs,
    sourceMaps: listOf(environment.TASKDECK_SOURCE_MAPS),
    name: readVariable(environment, 'TASKDECK_WORKER_NAME', '1 to 128 characters', workerName),
    dataFolder: resolve(environment.TASKDECK_DATA || '.data'),
    secretsKey: readHiddenVariable(environment, 'TASKDECK_SECRETS_KEY', secretsKeyAllowed, secretsKeyText),
    blobs: readBlobConfig(environment),
    maximumBlobBytes:
      wholeNumber(environment, 'TASKDECK_MAXIMUM_BLOB_BYTES', [1, 1_099_511_627_776]) ?? limits.blobBytes,
    httpAllow: parseHttpAllow(environment[httpAllowVariable] ?? ''),
  };
}

const databaseAllowed =
  'the URL of a PostgreSQL, such as postgres://user:password@host:5432/database, also with several hosts (host:5432,other:5432)';
const secretsKeyAllowed =
  '32 bytes in base64, the same in every process; several keys separated by commas, the current one first';
const queuesAllowed = 'names of queues separated by commas, such as default,reports';

function databaseUrl(environment: Environment): string {
  const url = readHiddenVariable(environment, 'DATABASE_URL', databaseAllowed, (text) =>
    parseDatabaseUrl(text) === undefined ? undefined : text,
  );
  if (url === undefined) throw new ConfigError(`DATABASE_URL is not set; allowed: ${databaseAllowed}`);
  return url;
}

function wholeNumber(environment: Environment, name: string, [least, most]: [number, number]): number | undefined {
  return readVariable(environment, name, `a whole number from ${least} to ${most}`, (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

function queueNames(text: string): string[] | undefined {
  const names = listOf(text);
  return names.length > 0 && names.every((name) => /^[!-~]{1,128}$/.test(name)) ? names : undefined;
}

const workerName = (text: string) => (text.length <= 128 ? text : undefined);
const secretsKeyText = (text: string) => (parseSecretsKey(text) === undefined ? undefined : text);

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
