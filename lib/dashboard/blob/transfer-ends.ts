import { hasEnded, isVerified, percentOf, type Transfer, type TransferState } from '@/components/blob/transfer.ts';
import type { ToldChange } from '../state/told-change.ts';

/** What has ended since the last look: each upload, and a change to announce for each batch that is complete. */
export type TransferEnds = { ended: Transfer[]; changes: ToldChange[] };

/** Notices when uploads end. Each batch is announced once, when all of it has ended. */
export function createEndWatch(): (transfers: readonly Transfer[]) => TransferEnds {
  const seen = new Map<string, TransferState>();
  const announced = new Set<string>();
  return (transfers) => {
    const ended: Transfer[] = [];
    const changes: ToldChange[] = [];
    for (const transfer of transfers) {
      const before = seen.get(transfer.key);
      seen.set(transfer.key, transfer.state);
      if (before === transfer.state || !hasEnded(transfer)) continue;
      ended.push(transfer);
      const batch = transfers.filter((one) => one.batch === transfer.batch);
      if (!batch.every(hasEnded)) continue;
      const done = batch.filter(({ key, state }) => state === 'done' && !announced.has(key)).toReversed();
      for (const { key } of done) announced.add(key);
      const change = changeOf(done);
      if (change !== undefined) changes.push(change);
    }
    return { ended, changes };
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

function handledOf({ state, size, sentBytes, readBytes }: Transfer, isReading: boolean): number {
  if (state === 'done') return size;
  return isReading ? readBytes : sentBytes;
}
