/** The pace at which the body of a request must come: this many bytes in each window, or its end. */
export const bodyPace = { windowInMs: 20_000, bytesPerWindow: 10_000 } as const;

export const bodyTooSlow = `the body must come with at least ${bodyPace.bytesPerWindow} bytes in ${bodyPace.windowInMs / 1_000} s`;

/** The parts of Node's `IncomingMessage` that are needed. */
type Incoming = {
  readonly closed: boolean;
  readonly complete: boolean;
  readonly readableLength: number;
  readonly socket: { readonly bytesRead?: number };
  once(event: 'close', listener: () => void): unknown;
};

/**
 * Calls `onSlow` once when the body of a request comes too slowly (`bodyPace`). A window in which the reader of the body
 * is the slow one, or has not asked for it (`isAwaited`), does not count.
 */
export function watchBodyPace(incoming: Incoming, onSlow: () => void, isAwaited: () => boolean = () => true): void {
  const { socket } = incoming;
  if (socket.bytesRead === undefined || incoming.closed) return; // a connection within this process, or none any more
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead = before } = socket;
    if (incoming.complete) clearInterval(timer);
    else if (bytesRead - before < bodyPace.bytesPerWindow && incoming.readableLength === 0 && isAwaited()) {
      clearInterval(timer);
      onSlow();
    }
    before = bytesRead;
  }, bodyPace.windowInMs);
  timer.unref?.();
  incoming.once('close', () => clearInterval(timer));
}
