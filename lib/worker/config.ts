import { resolve } from 'node:path';
import { z } from 'zod';
import { type BlobConfig, readBlobConfig } from '#blobs';
import { limits } from '#contract';
import { parseDatabaseUrl } from '#database';
import {
  defaultLeaseInMs,
  defaultSlots,
  type HttpAllowRule,
  httpAllowVariable,
  parseHttpAllow,
  parseSecretsKey,
} from '#engine';

const wholeNumber = (from: number, to: number) => z.coerce.number().int().min(from).max(to);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const variables = {
  DATABASE_URL: {
    schema: z.string().refine((text) => parseDatabaseUrl(text) !== undefined),
    allowed:
      'the URL of a PostgreSQL, such as postgres://user:password@host:5432/database, also with several hosts (host:5432,other:5432)',
  },
  TASKDECK_WORKER_SLOTS: {
    schema: wholeNumber(1, 10_000).default(defaultSlots),
    allowed: 'a whole number from 1 to 10000',
  },
  TASKDECK_WORKER_QUEUES: {
    schema: list.pipe(z.array(z.string().regex(/^[!-~]{1,128}$/)).min(1)).default(['default']),
    allowed: 'names of queues separated by commas, such as default,reports',
  },
  TASKDECK_TASKS: {
    schema: list.default([]),
    allowed: 'modules of task types separated by commas, such as ./my-tasks.ts',
  },
  TASKDECK_WORKER_LEASE_MS: {
    schema: wholeNumber(1_000, 600_000).default(defaultLeaseInMs),
    allowed: 'milliseconds, a whole number from 1000 to 600000',
  },
  TASKDECK_SOURCE_MAPS: {
    schema: list.default([]),
    allowed: 'source maps, and folders with them, separated by commas, such as ./dist',
  },
  TASKDECK_DATA: { schema: z.string().default('.data'), allowed: 'a folder' },
  TASKDECK_SECRETS_KEY: {
    schema: z
      .string()
      .refine((text) => parseSecretsKey(text) !== undefined)
      .optional(),
    allowed: '32 bytes in base64, the same in every process; several keys separated by commas, the current one first',
  },
  TASKDECK_MAXIMUM_BLOB_BYTES: {
    schema: wholeNumber(1, 1_099_511_627_776).default(limits.blobBytes),
    allowed: 'a whole number from 1 to 1099511627776',
  },
  TASKDECK_WORKER_NAME: { schema: z.string().min(1).max(128).optional(), allowed: '1 to 128 characters' },
} as const;

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

const hidden = new Set<string>(['DATABASE_URL', 'TASKDECK_SECRETS_KEY']);

/** Reads and checks the environment. Throws an error that names the variable, its value and the allowed values. */
export function readConfig(environment: Record<string, string | undefined>): WorkerConfig {
  return {
    databaseUrl: read(environment, 'DATABASE_URL', variables.DATABASE_URL),
    slots: read(environment, 'TASKDECK_WORKER_SLOTS', variables.TASKDECK_WORKER_SLOTS),
    queues: read(environment, 'TASKDECK_WORKER_QUEUES', variables.TASKDECK_WORKER_QUEUES),
    taskModules: read(environment, 'TASKDECK_TASKS', variables.TASKDECK_TASKS),
    leaseInMs: read(environment, 'TASKDECK_WORKER_LEASE_MS', variables.TASKDECK_WORKER_LEASE_MS),
    sourceMaps: read(environment, 'TASKDECK_SOURCE_MAPS', variables.TASKDECK_SOURCE_MAPS),
    name: read(environment, 'TASKDECK_WORKER_NAME', variables.TASKDECK_WORKER_NAME),
    dataFolder: resolve(read(environment, 'TASKDECK_DATA', variables.TASKDECK_DATA)),
    secretsKey: read(environment, 'TASKDECK_SECRETS_KEY', variables.TASKDECK_SECRETS_KEY),
    blobs: readBlobConfig(environment),
    maximumBlobBytes: read(environment, 'TASKDECK_MAXIMUM_BLOB_BYTES', variables.TASKDECK_MAXIMUM_BLOB_BYTES),
    httpAllow: parseHttpAllow(environment[httpAllowVariable] ?? ''),
  };
}

function read<Value>(
  environment: Record<string, string | undefined>,
  name: string,
  { schema, allowed }: { schema: z.ZodType<Value>; allowed: string },
): Value {
  const value = environment[name] === '' ? undefined : environment[name];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const given = value === undefined ? 'is not set' : hidden.has(name) ? 'is not valid' : `is ${JSON.stringify(value)}`;
  throw new Error(`${name} ${given}; it must be ${allowed}`);
}
