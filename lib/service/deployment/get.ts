import { type Deployment, taskdeckVersion, type Worker } from '#contract';
import type { Database } from '#database';
import { getLimits } from '../limits/get.ts';
import type { Verb } from '../verb.ts';
import { findingsOf } from './findings.ts';
import { readDatabase } from './read-database.ts';
import { readProcesses } from './read-processes.ts';

const maximumListed = 200;

/** Renews the row of this process first, so that what it says of itself is current. */
export const getDeployment: Verb<'GetDeployment'> = async (service, call) => {
  const { database, engine, ownProcess } = service;
  await ownProcess.renew();
  const page = { maxPageSize: maximumListed };
  const [services, read, workers, queues, limits, problem, generatedPasswords, readOn] = await Promise.all([
    readProcesses(database),
    readDatabase(database),
    engine.listWorkers(page),
    engine.listQueues(page),
    getLimits(service, call),
    ownProcess.blobProblem(),
    readGeneratedPasswords(database),
    readTime(database),
  ]);
  const facts = {
    now: Date.parse(readOn),
    services,
    workers: workers.value.map(toListed),
    database: read.report,
    blobStore: { description: ownProcess.blobStore, ...(problem !== undefined && { problem }) },
    queues: queues.value,
  };
  const findings = findingsOf({ ...facts, isOwner: read.isOwner, generatedPasswords });
  const { now: _, services: withFacts, ...shown } = facts;
  return {
    version: taskdeckVersion,
    readOn,
    findings,
    ...shown,
    services: withFacts.map(({ facts: _, ...process }) => process),
    limits,
  };
};

function toListed(worker: Worker): Deployment['workers'][number] {
  const { id, name, host, processId, version, status, queues, lastSeenOn } = worker;
  return { id, name, host, processId, version, status, queues, lastSeenOn };
}

async function readGeneratedPasswords(database: Database): Promise<string[]> {
  const rows = await database<{ email: string }[]>`
    select email from operator where must_change_password and not is_disabled order by email limit 20`;
  return rows.map(({ email }) => email);
}

async function readTime(database: Database): Promise<string> {
  const [row] = await database<{ now: string }[]>`select now()::timestamptz(3) as now`;
  if (row === undefined) throw new Error('a select without a table returns a row');
  return row.now;
}
