import { connection } from './connection.ts';

type Load = () => Promise<unknown>;

/** About 15 seconds while the browser is connected. After a new deployment the file of a part is gone for good. */
const maximumTries = 7;
/** Before, the first paint and the first rows have the browser to themselves. */
const preloadAfterMs = 10_000;
const firstUse = ['pointermove', 'keydown', 'touchstart'] as const;
const waiting: Load[] = [];
const begun: (() => void)[] = [];
let isAwaited = false;
let hasBegun = false;

/**
 * Returns a loader of a part of the page that is needed later, for `dynamic`. The part is loaded when the browser is
 * idle, so that it is there when it is needed. A load that fails is repeated, because `dynamic` never repeats one.
 */
export function partLoader<Part>(load: () => Promise<Part>): () => Promise<Part> {
  if (typeof window !== 'undefined') waiting.push(load);
  if (hasBegun) void preloadNext();
  return () => connection.repeat(load, { maximumTries, isAwaited: true });
}

/**
 * Loads all parts, one after the other, each when the browser is idle. It begins when the page is first used, or a while
 * after it has come.
 */
export function preloadParts(): void {
  if (isAwaited) return;
  isAwaited = true;
  const begin = () => {
    clearTimeout(timer);
    for (const kind of firstUse) window.removeEventListener(kind, begin);
    hasBegun = true;
    void preloadNext();
    for (const tell of begun.splice(0)) tell();
  };
  const timer = setTimeout(begin, preloadAfterMs);
  for (const kind of firstUse) window.addEventListener(kind, begin, { passive: true });
}

/** Calls back once parts are loaded ahead, for what is not to be drawn before. Returns what takes it back. */
export function whenPartsLoad(tell: () => void): () => void {
  if (hasBegun) tell();
  else begun.push(tell);
  return () => {
    const index = begun.indexOf(tell);
    if (index >= 0) begun.splice(index, 1);
  };
}

let isLoading = false;

async function preloadNext(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  document.documentElement.dataset.parts = 'loading'; // also when a later part of the page brings parts of its own
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await idle();
    // one that fails although there is a connection is loaded again when it is needed
    await connection.repeat(load, { maximumTries: 1 }).catch(() => undefined);
  }
  isLoading = false;
  document.documentElement.dataset.parts = 'loaded';
}

function idle(): Promise<void> {
  if (typeof requestIdleCallback !== 'function') return new Promise((resolve) => setTimeout(resolve, 200));
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}
