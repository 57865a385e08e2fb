import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TaskdeckError } from '#contract';
import { atOnce, type Waiting } from '../transfer.ts';
import { noUpload, readUpload, type UploadContext, type UploadRow, uploadColumns } from './upload-row.ts';

/** The heartbeat interval of a holder, and the time without a heartbeat after which the hold ends. */
const signEveryMs = 1_000;
const deadAfterMs = 10_000;
/** How long another request waits for the hold, and how often it checks. */
const waitMs = 15_000;
const lookEveryMs = 100;

/**
 * The right to append to an upload. `signal` aborts when the hold is lost, and, before `isFinishing`, when another
 * request wants it.
 */
export type Hold = { id: string; signal: AbortSignal; isFinishing: boolean };

/**
 * Runs work on an upload while holding it, exclusively across all processes. A second request mostly comes from the
 * same caller, whose earlier connection broke unnoticed, so the earlier request is asked to stop. Throws 423
 * `UploadInUse` when it does not stop. A hold that lasts longer than any is of a clock that was set back since, and is over.
 */
export async function holding<Result>(
  context: UploadContext,
  key: string,
  work: (row: UploadRow, hold: Hold) => Promise<Result>,
  waiting = atOnce,
): Promise<Result> {
  const { database } = context;
  const id = randomUUID();
  const row = await take(context, key, id, waiting);
  const losing = new AbortController();
  const hold: Hold = { id, signal: losing.signal, isFinishing: false };
  let signedAt = performance.now();
  const timer = setInterval(() => {
    const signed = database`
      update blob_upload set held_until = clock_timestamp() + ${deadAfterMs} * interval '1 millisecond'
      where key = ${key} and held_by = ${id} and (${hold.isFinishing} or not is_wanted) and expires_on > clock_timestamp() returning key`;
    signed.then(
      (rows) => {
        if (rows.length === 0) losing.abort(inUse());
        else signedAt = performance.now();
      },
      () => {
        if (performance.now() - signedAt > deadAfterMs / 2) losing.abort(inUse());
      },
    );
  }, signEveryMs);
  try {
    return await work(row, hold);
  } finally {
    clearInterval(timer);
    await letGo(context, key, id);
  }
}

async function letGo({ database }: UploadContext, key: string, id: string): Promise<void> {
  try {
    await database`
      update blob_upload set held_by = null, held_until = null, is_wanted = false where key = ${key} and held_by = ${id}`;
  } catch {
    // The work is done, and the hold ends by itself in ten seconds.
  }
}

async function take({ database }: UploadContext, key: string, id: string, waiting: Waiting): Promise<UploadRow> {
  await readUpload(database, key);
  const lastLook = performance.now() + waitMs;
  for (;;) {
    const [row] = await database<UploadRow[]>`
      update blob_upload set held_by = ${id}, is_wanted = false,
        held_until = clock_timestamp() + ${deadAfterMs} * interval '1 millisecond'
      where key = ${key} and is_resumable and expires_on > clock_timestamp()
        and (held_by is null or held_until < clock_timestamp()
          or held_until > clock_timestamp() + ${2 * deadAfterMs} * interval '1 millisecond')
      returning ${uploadColumns(database)}`;
    if (row !== undefined) return row;
    const asked = await database`
      update blob_upload set is_wanted = true where key = ${key} and expires_on > clock_timestamp() returning key`;
    if (asked.length === 0) throw noUpload(key);
    if (performance.now() > lastLook) throw inUse();
    await waiting(() => sleep(lookEveryMs));
  }
}

export function inUse(): TaskdeckError {
  return new TaskdeckError('UploadInUse', 'another request is adding to this upload; try again in some seconds');
}
