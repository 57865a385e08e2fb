import type { Transfer } from '#state';
import type { Content } from '../http/content.ts';
import type { Call } from '../verb.ts';

/** Returns how the bytes of a request are taken: without a turn of its owner, which lasts as long as the caller likes. */
export function transferOf({ outOfTurn }: Pick<Call, 'outOfTurn'>, { signal }: Pick<Content, 'signal'>): Transfer {
  return { signal, waiting: outOfTurn };
}
