import { hasEnded, type Transfer } from '@/components/blob/transfer.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { nextToStart } from './next-to-start.ts';
import type { UploadJob } from './upload-job.ts';
import type { UploadPlan } from './upload-plan.ts';

const keptEnded = 50;
const publishEveryMs = 100;

type Listener = () => void;
type MakeJob = (plan: UploadPlan, tell: (change: Partial<Transfer>) => void) => UploadJob;

/** All uploads of a page, newest first, for `useSyncExternalStore`, with what can be done to them. */
export type TransferStore = {
  subscribe(listener: Listener): () => void;
  read(): readonly Transfer[];
  planOf(key: string): UploadPlan | undefined;
  /** Queues files for sending. A file that is on its way to that entry already is not sent twice. */
  add(plans: readonly UploadPlan[]): void;
  pause(key: string): void;
  /** Goes on with one that was paused, or tries one that failed again. */
  resume(key: string): void;
  /** Ends the wait of one for its next try. */
  tryNow(key: string): void;
  cancel(key: string): void;
  /** Removes one that has ended from the list. */
  dismiss(key: string): void;
  dismissEnded(): void;
};

/** Makes a queue of uploads; `loadJobs` loads the code that sends, which a page needs only when it sends. */
export function createTransferStore(loadJobs: () => Promise<MakeJob>): TransferStore {
  let transfers: readonly Transfer[] = [];
  const plans = new Map<string, UploadPlan>();
  const jobs = new Map<string, UploadJob>();
  const listeners = new Set<Listener>();
  let publishing: ReturnType<typeof setTimeout> | undefined;

  function add(added: readonly UploadPlan[]): void {
    const batch = crypto.randomUUID();
    for (const plan of added) {
      const isThere = transfers.some(
        (transfer) => !hasEnded(transfer) && transfer.storeName === plan.storeName && transfer.id === plan.id,
      );
      if (isThere) continue;
      const key = crypto.randomUUID();
      plans.set(key, plan);
      transfers = [newTransfer(key, batch, plan), ...transfers];
    }
    dropOldest();
    publish();
    startNext();
  }

  function change(key: string, by: Partial<Transfer>): void {
    transfers = transfers.map((transfer) => (transfer.key === key ? { ...transfer, ...by } : transfer));
    if (by.state === undefined) {
      publishSoon();
    } else {
      publish();
      startNext();
    }
  }

  function startNext(): void {
    for (const { key } of nextToStart(transfers)) void start(key);
  }

  async function start(key: string): Promise<void> {
    const plan = plans.get(key);
    if (plan === undefined) return;
    transfers = transfers.map((transfer) => (transfer.key === key ? { ...transfer, state: 'reading' } : transfer));
    publish();
    const makeJob = await loadJobs().catch(() => undefined);
    if (transfers.find((transfer) => transfer.key === key)?.state !== 'reading') return; // halted meanwhile
    if (makeJob === undefined) return change(key, { state: 'failed', problem: unreachable });
    const job = jobs.get(key) ?? makeJob(plan, (by) => change(key, by));
    jobs.set(key, job);
    job.run();
  }

  function dropOldest(): void {
    // one that failed stays, to be tried again
    const over = transfers.filter((transfer) => hasEnded(transfer) && transfer.state !== 'failed');
    for (const { key } of over.slice(keptEnded)) drop(key);
  }

  function drop(key: string): void {
    transfers = transfers.filter((transfer) => transfer.key !== key);
    plans.delete(key);
    jobs.delete(key);
  }

  function publish(): void {
    clearTimeout(publishing);
    publishing = undefined;
    for (const listener of listeners) listener();
  }

  /** Progress comes many times a second; the screen needs it ten times. */
  function publishSoon(): void {
    publishing ??= setTimeout(publish, publishEveryMs);
  }

  function resume(key: string): void {
    change(key, { state: 'waiting', problem: undefined });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => transfers,
    planOf: (key) => plans.get(key),
    add,
    pause(key) {
      const job = jobs.get(key);
      if (job !== undefined) job.pause();
      else change(key, { state: 'paused' });
    },
    resume,
    tryNow(key) {
      if (transfers.find((transfer) => transfer.key === key)?.state === 'offline') jobs.get(key)?.run();
    },
    cancel(key) {
      const job = jobs.get(key);
      if (job !== undefined) void job.cancel();
      else change(key, { state: 'canceled' });
    },
    dismiss(key) {
      drop(key);
      publish();
    },
    dismissEnded() {
      for (const transfer of transfers) if (hasEnded(transfer)) drop(transfer.key);
      publish();
    },
  };
}

function newTransfer(key: string, batch: string, { storeName, id, file, unfinished }: UploadPlan): Transfer {
  return {
    key,
    batch,
    storeName,
    id,
    fileName: file.name,
    size: file.size,
    state: 'waiting',
    readBytes: 0,
    sentBytes: unfinished?.receivedBytes ?? 0,
  };
}
