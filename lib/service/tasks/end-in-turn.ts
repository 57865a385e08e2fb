import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';

/**
 * Waits for the end of the task that the path names, and then for the turn of the caller. Many waits can end at once: a
 * task that would be kept in memory until the turn is read again instead.
 */
export async function endInTurn(
  engine: Pick<Service['engine'], 'waitForEnd' | 'getTask'>,
  { params: { id }, signal, turn, outOfTurn }: Pick<Call<{ id: string }>, 'params' | 'signal' | 'turn' | 'outOfTurn'>,
  waitInMs: number,
) {
  const ended = await outOfTurn(() =>
    engine.waitForEnd(id, waitInMs, signal()).then((task) => {
      const later = turn();
      return later === undefined ? task : later.then(() => undefined);
    }),
  );
  return ended ?? engine.getTask(id);
}
