import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskClient } from '#client';
import { rightsAnswered } from './rights.ts';

type Following = {
  /** The rights that are known at first. */
  known: string;
  everyMs: number;
  signal: AbortSignal;
  /** Called when they are others than those last known, before they are told. */
  onChange: () => Promise<void>;
  tell: (rights: string) => void;
};

/** Tells again and again what an operator may do, until `signal` ends it. A service that does not answer tells nothing. */
export async function followRights(
  client: TaskClient,
  { known, everyMs, signal, onChange, tell }: Following,
): Promise<void> {
  let last = known;
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    const identity = await client.getIdentityAsync({ abortSignal: signal }).catch(() => undefined);
    if (identity === undefined) continue;
    const rights = rightsAnswered(identity);
    if (rights !== last) await onChange();
    last = rights;
    tell(rights);
  }
}
