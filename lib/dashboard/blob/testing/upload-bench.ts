import { hasEnded, type Transfer } from '@/components/blob/transfer.ts';
import { HandClock } from '../../testing/hand-clock.ts';
import { hashBlob } from '../hash-blob.ts';
import type { FileReading } from '../hash-file.ts';
import type { UploadHost } from '../upload-host.ts';
import { createUploadJob } from '../upload-job.ts';
import { blobReader, type Interference, MemoryStorage, MemoryUploads } from './memory-uploads.ts';
import { planOf } from './upload-plans.ts';

export let service: MemoryUploads;
export let storage: MemoryStorage;
export let clock: HandClock;
/** Called when the browser is connected again. */
export let onOnline: (() => void)[];
/** Called when the operator is signed in again. */
export let onSignedIn: (() => void)[];

/** Begins a test with a service, a storage and a clock of its own. */
export function resetBench(): void {
  service = new MemoryUploads();
  storage = new MemoryStorage();
  clock = new HandClock(1_000_000);
  onOnline = [];
  onSignedIn = [];
}

/** A reading that is never paused. */
export const readingOf = (hash: Promise<string>): FileReading => ({ hash, pause() {}, resume() {}, end() {} });

const host = (by: Partial<UploadHost> = {}): UploadHost => ({
  endpoint: '/api/uploads',
  operator: 'ada',
  headers: () => ({}),
  read: (file, onRead) => readingOf(hashBlob(file, onRead)),
  readResult: service.readResult,
  ...clock,
  whenOnline(call) {
    onOnline.push(call);
    return () => void onOnline.splice(onOnline.indexOf(call), 1);
  },
  whenSignedIn(call) {
    onSignedIn.push(call);
    return () => void onSignedIn.splice(onSignedIn.indexOf(call), 1);
  },
  tus: {
    httpStack: service,
    urlStorage: storage,
    chunkSize: 8,
    uploadDataDuringCreation: false,
    fileReader: blobReader,
  },
  ...by,
});

/** A job with what it has told, and a way to wait until it has told a state. */
export function jobOf(plan = planOf(), by: Partial<UploadHost> = {}) {
  const told: Partial<Transfer>[] = [];
  const waiting: ((state: Transfer['state']) => void)[] = [];
  const shown: Partial<Transfer> = {};
  const job = createUploadJob(host(by), plan, (change) => {
    told.push(change);
    Object.assign(shown, change);
    if (change.state !== undefined) for (const look of waiting) look(change.state);
  });
  /** Resolves when it is in a state; rejects when it ends in another. */
  const until = (wanted: Transfer['state']) =>
    new Promise<void>((resolve, reject) => {
      const look = (state: Transfer['state'] | undefined) => {
        if (state === wanted) resolve();
        else if (state !== undefined && hasEnded({ state })) reject(new Error(`${state}: ${JSON.stringify(shown)}`));
      };
      waiting.push(look);
      look(shown.state);
    });
  return { job, told, shown, until, states: () => told.flatMap(({ state }) => state ?? []) };
}

/** Lets requests through until the one at which `stop` says so, which is held until `release`. */
export function hold(stop: (method: string, count: number) => boolean) {
  let count = 0;
  let release = () => {};
  let reached = () => {};
  const isHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  service.interfere = (method) => {
    count += 1;
    if (!stop(method, count)) return undefined;
    reached();
    return new Promise((resolve) => {
      release = () => resolve(undefined);
    });
  };
  return { isHeld, release: () => release() };
}

/** From now on a file gives no bytes, as in a browser after its file was written. */
export function changeOnDisk(file: File): void {
  const unreadable = () => Promise.reject(new DOMException('it was changed', 'NotReadableError'));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: unreadable });
}

export const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Lets the timer of the next try go off. */
export const retry = (shown: Partial<Transfer>) => {
  shown.state = 'waiting';
  clock.passToNext();
};
export const patches = () => service.requests.filter((request) => request.startsWith('PATCH')).length;
export const failing =
  (method: string, answer: Awaited<ReturnType<Interference>>): Interference =>
  (given) =>
    given === method ? answer : undefined;
