/** What the live stream and the reads of the page do. `isPaused` is the operator's wish; the rest is the connection's. */
export type ShownLive = {
  isPaused: boolean;
  connection: 'connecting' | 'open' | 'lost';
  /** When the service was last heard, in milliseconds since 1970. */
  lastHeardOn: number;
  /** Since when the page could not be read again, in milliseconds since 1970; `undefined` when it could. */
  failingSince: number | undefined;
};

/** Whether what is shown follows the service. `since`: from when on it may be out of date, in milliseconds since 1970. */
export type Freshness =
  | { state: 'connecting' | 'live' }
  | { state: 'paused'; since: number }
  /** `isCutOff`: the stream is lost. Else it stands, and the page cannot be read again. */
  | { state: 'stale'; since: number; isCutOff: boolean };

/** Returns whether what is shown follows the service. `isCutOff`: the browser has no connection. */
export function freshnessOf(
  { isPaused, connection, lastHeardOn, failingSince }: ShownLive,
  isCutOff: boolean,
): Freshness {
  if (isPaused) return { state: 'paused', since: lastHeardOn };
  // a stream that is cut off may be silent for a while before it ends
  const isLost = isCutOff || connection === 'lost';
  if (isLost) return { state: 'stale', since: Math.min(lastHeardOn, failingSince ?? lastHeardOn), isCutOff: true };
  if (failingSince !== undefined) return { state: 'stale', since: failingSince, isCutOff: false };
  return { state: connection === 'connecting' ? 'connecting' : 'live' };
}

const words = { connecting: 'Live', live: 'Live', paused: 'Paused', stale: 'Cannot refresh' };

/** The state in words, without its age: `Cannot refresh`. */
export function freshnessWord({ state }: Freshness): string {
  return words[state];
}

/** An age in whole seconds, from two minutes on in minutes. */
export function ageWords(ageInMs: number): string {
  const seconds = Math.max(1, Math.round(ageInMs / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
