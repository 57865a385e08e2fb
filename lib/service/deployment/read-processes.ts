import { type Deployment, parseJson } from '#contract';
import { type Database, isRecent } from '#database';
import { type ProcessFacts, processFacts } from './process-facts.ts';

/** A service process with what it knows of its machine and settings. */
export type ServiceProcess = Deployment['services'][number] & { facts: ProcessFacts };

type Row = Omit<Deployment['services'][number], 'disks'> & { facts: string };

/** Reads the service processes of the last hour, the newest first. */
export async function readProcesses(database: Database): Promise<ServiceProcess[]> {
  const rows = await database<Row[]>`
    select id, host, process_id as "processId", version, ${isRecent(database, 'last_seen_on', 30_000)} as "isLive",
      started_on as "startedOn", last_seen_on as "lastSeenOn", memory_bytes as "memoryBytes",
      clock_offset_in_ms as "clockOffsetInMs", blob_store as "blobStore", facts
    from service_process where last_seen_on > now() - interval '1 hour' order by started_on desc, id limit 200`;
  return rows.map(({ facts: given, ...row }) => {
    const facts = processFacts.parse(parseJson(given));
    return { ...row, disks: facts.disks, facts };
  });
}
