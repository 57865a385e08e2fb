import type { IncomingMessage } from 'node:http';

/** A slow upload may take hours, but something must arrive in each of these. */
const stallsAfterMs = 120_000;

/** Gives up a request whose body does not come any more. Without a body, or once it is whole, nothing is limited. */
export function endWhenStalled(incoming: IncomingMessage): void {
  incoming.setTimeout(stallsAfterMs, () => incoming.destroy(new Error('the body does not come any more')));
  const unlimited = () => incoming.setTimeout(0);
  incoming.once('end', unlimited);
}
