/** So many listeners are called in one turn of the event loop: each may write to a connection. */
const listenersInOneTurn = 50;

/** Calls listeners, some in each turn of the event loop, so that thousands of them do not hold it. */
export async function callInTurns<Listener>(
  listeners: ReadonlySet<Listener>,
  call: (listener: Listener) => void,
): Promise<void> {
  let called = 0;
  for (const listener of [...listeners]) {
    if (called > 0 && called % listenersInOneTurn === 0)
      await new Promise<void>((resolve) => void setImmediate(resolve));
    if (listeners.has(listener)) call(listener);
    called += 1;
  }
}
