const prefix = 'taskdeck.';
const channelName = 'taskdeck.session';

/** What a tab keeps values in: its `sessionStorage`. */
type KeptValues = Pick<Storage, 'length' | 'key' | 'removeItem'>;

/** Removes the drafts, the basket and the receipts that a tab keeps: they hold values that the next person may not see. */
export function forgetKeptValues(kept: KeptValues): void {
  const names = Array.from({ length: kept.length }, (_, index) => kept.key(index));
  for (const name of names) if (name?.startsWith(prefix)) kept.removeItem(name);
}

/** Like `forgetKeptValues` of this tab. Does nothing where the browser has no storage. */
export function forgetInThisTab(): void {
  try {
    forgetKeptValues(sessionStorage);
  } catch {
    // without storage there is nothing to remove
  }
}

/** A tab hears its own announcement, because it has a channel for listening and another one for telling. */
let isEndedHere = false;

/** Tells the other tabs of this browser that the session was ended. */
export function announceSessionEnd(): void {
  isEndedHere = true;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('ended');
  channel.close();
}

/** Calls `leave` when the session was ended in another tab. Returns a function that stops this. */
export function onSessionEnd(leave: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => {
    if (!isEndedHere) leave();
  };
  return () => channel.close();
}
