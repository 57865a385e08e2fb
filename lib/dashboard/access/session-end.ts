import { presentTime } from '@/components/ui/present.ts';
import { forgetKeptFiles } from './kept-files.ts';
import { forgetKeptUploads } from './kept-uploads.ts';

const prefix = 'taskdeck.';
const channelName = 'taskdeck.session';

/** What a tab keeps values in: its `sessionStorage`. */
type KeptValues = Pick<Storage, 'length' | 'key' | 'removeItem'>;

/** Removes the drafts, the basket and the receipts that a tab keeps: they hold values that the next person may not see. */
export function forgetKeptValues(kept: KeptValues): void {
  const names = Array.from({ length: kept.length }, (_, index) => kept.key(index));
  for (const name of names) if (name?.startsWith(prefix)) kept.removeItem(name);
}

/** Like `forgetKeptValues` of this tab, and what the browser keeps for all tabs. Does nothing where it has no storage. */
export function forgetInThisTab(): void {
  void forgetKeptFiles();
  forgetKeptUploads();
  try {
    forgetKeptValues(sessionStorage);
  } catch {
    // without storage there is nothing to remove
  }
}

/** How long what is not saved is kept after a session has ended by itself, for its operator to sign in again. */
export const unsavedKeptInMs = 15 * 60_000;

const endedOnName = `${prefix}endedOn`;

/**
 * Keeps the values of this tab for a while after its session has ended, then forgets them. Called where somebody can
 * sign in again. Returns a function that stops waiting.
 */
export function forgetInAWhile(now = presentTime()): () => void {
  const endedOn = noteEnd(now);
  const timer = setTimeout(forgetInThisTab, Math.max(0, endedOn + unsavedKeptInMs - now));
  return () => clearTimeout(timer);
}

/** Returns when it was first noted that the session had ended: a reload does not prolong the time. */
function noteEnd(now: number): number {
  try {
    const endedOn = Number(sessionStorage.getItem(endedOnName) ?? now);
    sessionStorage.setItem(endedOnName, String(endedOn));
    return endedOn;
  } catch {
    return now; // without storage there is nothing to forget
  }
}

const operatorName = `${prefix}operator`;

/**
 * Notes whose values this tab keeps, and forgets those of another operator: a session can expire in a tab that is not
 * looked at, and the next one begin in another. Called before anything that is kept is read.
 */
export function keepForOperator(operator: string): void {
  void forgetKeptFiles(operator);
  forgetKeptUploads(operator);
  try {
    sessionStorage.removeItem(endedOnName);
    if (sessionStorage.getItem(operatorName) === operator) return;
    forgetKeptValues(sessionStorage);
    sessionStorage.setItem(operatorName, operator);
  } catch {
    // without storage there is nothing to keep
  }
}

/** Returns whose values this tab keeps; `undefined` where the browser has no storage. */
export function operatorOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(operatorName) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What a tab tells the others: who is signed in, or that nobody is any more. */
type Told = { operator?: string };

/** A tab hears its own announcement, because it has a channel for listening and another one for telling. */
let isEndedHere = false;

/** Tells the other tabs of this browser that the session was ended. */
export function announceSessionEnd(): void {
  isEndedHere = true;
  tell({});
}

/** Tells the other tabs of this browser who is signed in: those of anybody else show what is not theirs. */
export function announceOperator(operator: string): void {
  tell({ operator });
}

function tell(told: Told): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(told);
  channel.close();
}

type OtherTabs = {
  /** The operator is signed in there. */
  onSignedIn: () => void;
  /** The session was ended there, or another operator signed in. */
  onEnd: () => void;
};

/** Calls back with what becomes of the session of an operator in other tabs. Returns a function that stops this. */
export function followOtherTabs(operator: string, { onSignedIn, onEnd }: OtherTabs): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.operator === operator) onSignedIn();
    else if (!isEndedHere) onEnd();
  };
  return () => channel.close();
}
