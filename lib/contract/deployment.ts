import { z } from 'zod';
import { queue, worker } from './fleet.ts';
import { timestamp } from './identifiers.ts';
import { limitsSchema } from './limits-schema.ts';

export const findingSeverities = ['critical', 'warning', 'note'] as const;

/** Something that is not as it should be, and what to do about it. */
export const finding = z.object({
  code: z.string().describe('What kind of finding it is, for programs'),
  severity: z
    .enum(findingSeverities)
    .describe('critical: work stops or data is at risk; warning: it can come to that; note: to be known'),
  summary: z.string().describe('What is not as it should be'),
  action: z.string().describe('What to do about it'),
});

const disk = z.object({
  folder: z.string().describe('The folder on this disk'),
  freeBytes: z.number().int().describe('Free space in bytes'),
  totalBytes: z.number().int().describe('Size in bytes'),
});

const serviceProcess = z.object({
  id: z.string().describe('Id of the service process'),
  host: z.string().describe('Host name of its machine'),
  processId: z.number().int().describe('Process id on that machine'),
  version: z.string().describe('Version of Taskdeck'),
  isLive: z.boolean().describe('Whether it was seen in the last 30 seconds'),
  startedOn: timestamp.describe('When it started'),
  lastSeenOn: timestamp.describe('When it was last seen'),
  memoryBytes: z.number().int().describe('Its memory in bytes'),
  clockOffsetInMs: z
    .number()
    .int()
    .describe('How far its clock is ahead of the clock of the database, in milliseconds'),
  blobStore: z.string().describe('Kind and place of its blob store'),
  disks: z.array(disk).describe('Disks of its data folder and of a blob store in a folder'),
});

const databaseReport = z.object({
  version: z.string().describe('Version of PostgreSQL'),
  migration: z.string().describe('The newest migration'),
  sizeBytes: z.number().int().describe('Size of the database in bytes'),
  connections: z
    .object({
      used: z.number().int().describe('Connections to the server, of every database'),
      maximum: z.number().int().describe('Connections that the server allows to roles without privileges'),
    })
    .describe('Connections to the server'),
  oldestTransaction: z
    .object({
      startedOn: timestamp.describe('When it began'),
      application: z.string().describe('Name of the application, or the name of a prepared transaction'),
      state: z.string().describe('State of its session as PostgreSQL names it, or prepared'),
    })
    .optional()
    .describe('The oldest open transaction: deleted rows cannot be removed while it is open'),
  unseenSessions: z.number().int().describe('Sessions whose transactions the owner of the tables may not see'),
  replicas: z
    .array(
      z.object({
        name: z.string().describe('Application name of the replica or name of its slot'),
        state: z.string().describe('State of the replication, `inactive` for a slot that nobody reads'),
        keptBytes: z.number().int().optional().describe('Bytes of the log that are kept for it'),
      }),
    )
    .describe('Replicas and replication slots'),
  tables: z
    .array(
      z.object({
        name: z.string().describe('Name of the table'),
        rows: z.number().int().describe('Rows, estimated'),
        deadRows: z.number().int().describe('Rows that are to be removed by autovacuum, estimated'),
        sizeBytes: z.number().int().describe('Size with its indexes in bytes'),
      }),
    )
    .describe('The ten tables with the most changes'),
});

/** The state of a deployment: its processes, its database, and what is not as it should be. */
export const deployment = z.object({
  version: z.string().describe('Version of the service that answers'),
  readOn: timestamp.describe('When this was read'),
  findings: z.array(finding).describe('What is not as it should be, the most severe first'),
  services: z.array(serviceProcess).describe('Service processes of the last hour'),
  workers: z
    .array(
      worker
        .pick({ id: true, name: true, host: true, processId: true, version: true, status: true })
        .extend(worker.pick({ queues: true, lastSeenOn: true }).shape),
    )
    .describe('Up to 200 workers, live ones first'),
  database: databaseReport.describe('The database'),
  blobStore: z
    .object({
      description: z.string().describe('Its kind and place'),
      problem: z.string().optional().describe('Why it cannot be used'),
    })
    .describe('The blob store, as the service that answers reaches it'),
  limits: limitsSchema,
  queues: z.array(queue).describe('Up to 200 queues, by name'),
});

export type Finding = z.output<typeof finding>;
export type Deployment = z.output<typeof deployment>;
