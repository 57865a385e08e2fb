/** What the window of a sign-in provider tells the page that opened it. The window has lost its opener on its way. */
const name = 'taskdeck.proof';

/** Calls back when a new sign-in at the provider has proven who the operator is. Returns the end of it. */
export function onProof(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Tells the pages of this browser that the operator has proven who they are. */
export function tellProof(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage('proven');
  channel.close();
}
