import { counted } from '#contract';
import {
  failureSentence,
  hasEnded,
  isVerified,
  percentOf,
  type Transfer,
  type TransferState,
} from '@/components/blob/transfer.ts';
import type { ToldChange } from '../state/told-change.ts';

/** What is said of uploads that failed. One `id` is shown once. */
type ToldFailure = { id: string; title: string; description: string };

/**
 * What has ended since the last look: each upload, what is said of batches with failures, and a change to announce for each
 * batch that is complete.
 */
export type TransferEnds = { ended: Transfer[]; failures: ToldFailure[]; changes: ToldChange[] };

/** Notices when uploads end. Each batch is announced once, when all of it has ended. */
export function createEndWatch(): (transfers: readonly Transfer[]) => TransferEnds {
  const seen = new Map<string, TransferState>();
  const announced = new Set<string>();
  return (transfers) => {
    const ended: Transfer[] = [];
    const failed = new Set<string>();
    const changes: ToldChange[] = [];
    for (const transfer of transfers) {
      const before = seen.get(transfer.key);
      seen.set(transfer.key, transfer.state);
      if (before === transfer.state || !hasEnded(transfer)) continue;
      ended.push(transfer);
      if (transfer.state === 'failed') failed.add(transfer.batch);
      const batch = transfers.filter((one) => one.batch === transfer.batch);
      if (!batch.every(hasEnded)) continue;
      const done = batch.filter(({ key, state }) => state === 'done' && !announced.has(key)).toReversed();
      for (const { key } of done) announced.add(key);
      const change = changeOf(done);
      if (change !== undefined) changes.push(change);
    }
    const failures = [...failed].map((batch) => failureOf(batch, transfers));
    return { ended, failures, changes };
  };
}

/** A thousand files that meet one problem are one message, whose number grows. */
function failureOf(batch: string, transfers: readonly Transfer[]): ToldFailure {
  const failed = transfers.filter((one) => one.batch === batch && one.state === 'failed');
  const [newest] = failed;
  const sentences = new Set(failed.map(({ problem }) => failureSentence(problem)));
  const [first = ''] = sentences;
  return {
    id: `failed uploads ${batch}`,
    title: failed.length === 1 ? `${newest?.fileName} was not uploaded` : `${failed.length} files were not uploaded`,
    description: sentences.size <= 1 ? first : `${first} And ${counted(sentences.size - 1, 'other problem')}.`,
  };
}

function changeOf(done: readonly Transfer[]): ToldChange | undefined {
  const [first] = done;
  if (first === undefined) return undefined;
  const verified = done.every(isVerified) ? ', verified by SHA-256' : '';
  return {
    storeName: first.storeName,
    title: done.length === 1 ? `${first.fileName} is uploaded` : `${done.length} files are uploaded`,
    description: `${done.length === 1 ? first.id : first.storeName}${verified}`,
    parts: done.map(({ id, result }) => ({ receipt: result?.receipt, ids: [id] })),
  };
}

const moving: readonly TransferState[] = ['reading', 'sending', 'finishing'];

/** All uploads of a page in a few figures. */
type TransferSummary = {
  openCount: number;
  failedCount: number;
  percent: number;
  /** Nothing is sent: what was begun waits for its next try, as the service or the connection failed. */
  isHeldUp: boolean;
  words: string;
};

/**
 * Sums up the uploads of a page. `percent` is that of the batches that have not ended, or of the reading while all that is
 * open is read.
 */
export function summarizeTransfers(transfers: readonly Transfer[]): TransferSummary {
  const open = transfers.filter((transfer) => !hasEnded(transfer));
  const failedCount = transfers.filter(({ state }) => state === 'failed').length;
  const isHeldUp = open.some(({ state }) => state === 'offline') && !open.some(({ state }) => moving.includes(state));
  const isReading = open.length > 0 && open.every(({ state }) => state === 'reading');
  const counted = transfers.filter(
    ({ batch, state }) => open.some((one) => one.batch === batch) && state !== 'failed' && state !== 'canceled',
  );
  const percent = percentOf(
    counted.reduce((sum, transfer) => sum + handledOf(transfer, isReading), 0),
    counted.reduce((sum, { size }) => sum + size, 0),
  );
  const words =
    open.length > 0
      ? `${open.length} ${isHeldUp ? 'held up' : isReading ? 'being read' : 'in progress'}, ${percent} %`
      : failedCount > 0
        ? `${failedCount} failed`
        : 'all done';
  return { openCount: open.length, failedCount, percent, isHeldUp, words };
}

/** The uploads by what becomes of them, those first that need somebody: failed, in progress, queued, done. */
export function kindsOfTransfers(transfers: readonly Transfer[]): { kind: string; ofKind: readonly Transfer[] }[] {
  return kinds
    .map(([kind, states]) => ({ kind, ofKind: transfers.filter(({ state }) => states.includes(state)) }))
    .filter(({ ofKind }) => ofKind.length > 0);
}

/** The uploads as they are listed: by kind, and what is open in the order in which it is sent. */
export function inTrayOrder(transfers: readonly Transfer[]): readonly Transfer[] {
  return kindsOfTransfers(transfers).flatMap(({ ofKind }) => (ofKind.some(hasEnded) ? ofKind : ofKind.toReversed()));
}

const kinds: readonly (readonly [kind: string, states: readonly TransferState[]])[] = [
  ['failed', ['failed']],
  ['held up', ['offline']],
  ['in progress', moving],
  ['paused', ['paused']],
  ['queued', ['waiting']],
  ['done', ['done']],
  ['cancelled', ['canceled']],
];

function handledOf({ state, size, sentBytes, readBytes }: Transfer, isReading: boolean): number {
  if (state === 'done') return size;
  return isReading ? readBytes : sentBytes;
}
