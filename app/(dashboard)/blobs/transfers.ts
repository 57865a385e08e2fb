import { hasEnded, isUnderWay, type Transfer } from '@/components/blob/transfer.ts';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import type { UploadJob } from './upload-job.ts';
import type { UploadPlan } from './upload-plan.ts';

/** The two that send at a time leave the others the connection they need; a browser has six to one host. */
const atOnce = 2;
const keptEnded = 50;
const toldEveryMs = 100;
const notLoaded: ShownProblem = { code: 'Unreachable', detail: 'The dashboard did not answer. Check the connection.' };

type Listener = () => void;

let transfers: readonly Transfer[] = [];
const plans = new Map<string, UploadPlan>();
const jobs = new Map<string, UploadJob>();
const listeners = new Set<Listener>();
let telling: ReturnType<typeof setTimeout> | undefined;

/** All uploads of this page since it was loaded, newest first: for `useSyncExternalStore`. They survive navigation. */
export const transferStore = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Transfer[] => transfers,
};

/** Takes files up for sending; a file that is on its way to that entry already is not sent twice. */
export function addTransfers(added: readonly UploadPlan[]): void {
  const batch = crypto.randomUUID();
  for (const plan of added) {
    const isThere = transfers.some(
      (transfer) => !hasEnded(transfer) && transfer.storeName === plan.storeName && transfer.id === plan.id,
    );
    if (isThere) continue;
    const key = crypto.randomUUID();
    plans.set(key, plan);
    transfers = [
      {
        key,
        batch,
        storeName: plan.storeName,
        id: plan.id,
        fileName: plan.file.name,
        size: plan.file.size,
        state: 'waiting',
        readBytes: 0,
        sentBytes: plan.unfinished?.receivedBytes ?? 0,
      },
      ...transfers,
    ];
  }
  forgetOldest();
  publish();
  startNext();
}

/** What can be done with one of them. */
export const transferActions = {
  pause(key: string): void {
    const job = jobs.get(key);
    if (job !== undefined) job.pause();
    else change(key, { state: 'paused' });
  },
  resume(key: string): void {
    change(key, { state: 'waiting', problem: undefined });
  },
  cancel(key: string): void {
    const job = jobs.get(key);
    if (job !== undefined) void job.cancel();
    else change(key, { state: 'canceled' });
  },
  /** Takes one that has ended off the list. */
  dismiss(key: string): void {
    forget(key);
    publish();
  },
  dismissEnded(): void {
    for (const transfer of transfers) if (hasEnded(transfer)) forget(transfer.key);
    publish();
  },
};

/** Tries one that failed again; `replaces` says what it may replace now, where that was the reason. */
export function retryTransfer(key: string, replaces?: string): void {
  const plan = plans.get(key);
  if (plan === undefined) return;
  if (replaces === undefined) {
    transferActions.resume(key);
  } else {
    forget(key);
    addTransfers([{ ...plan, replaces, unfinished: undefined }]);
  }
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
  let free = atOnce - transfers.filter((transfer) => isUnderWay(transfer) && transfer.state !== 'waiting').length;
  for (const { key, state } of transfers.toReversed()) {
    if (free <= 0) return;
    if (state !== 'waiting') continue;
    free -= 1;
    void start(key);
  }
}

async function start(key: string): Promise<void> {
  const plan = plans.get(key);
  if (plan === undefined) return;
  transfers = transfers.map((transfer) => (transfer.key === key ? { ...transfer, state: 'reading' } : transfer));
  publish();
  const loaded = await import('./upload-job.ts').catch(() => undefined);
  if (transfers.find((transfer) => transfer.key === key)?.state !== 'reading') return; // halted meanwhile
  if (loaded === undefined) return change(key, { state: 'failed', problem: notLoaded });
  const job = jobs.get(key) ?? loaded.createUploadJob(plan, (by) => change(key, by));
  jobs.set(key, job);
  job.run();
}

function forgetOldest(): void {
  const ended = transfers.filter(hasEnded);
  for (const { key } of ended.slice(keptEnded)) forget(key);
}

function forget(key: string): void {
  transfers = transfers.filter((transfer) => transfer.key !== key);
  plans.delete(key);
  jobs.delete(key);
}

function publish(): void {
  clearTimeout(telling);
  telling = undefined;
  for (const listener of listeners) listener();
}

/** Progress comes many times a second; the screen needs it ten times. */
function publishSoon(): void {
  telling ??= setTimeout(publish, toldEveryMs);
}
