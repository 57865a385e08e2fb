import type { ErrorFrames, TaskError } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';

/** An error as its caller sees it, with the worker whose code threw it and when, as far as that is known. */
export type Thrown = { error?: TaskError | undefined; worker?: string | undefined; endedOn?: string | undefined };

/** Returns the stack of an error with its places in the original source. Its lines are for callers who may read sources. */
export async function mapFrames(
  { engine }: Service,
  call: Pick<Call, 'caller' | 'signal' | 'outOfTurn' | 'may'>,
  { error, worker, endedOn }: Thrown,
): Promise<ErrorFrames> {
  const stack = error?.stack;
  if (stack === undefined) return { frames: [], hasHiddenSource: false };
  const mapped = await inLongTurn(call, () => engine.mapStack({ stack, worker, thrownOn: endedOn }));
  return call.may('sources/read') ? { ...mapped, hasHiddenSource: false } : withoutSource(mapped);
}

function withoutSource({ frames, ...rest }: Omit<ErrorFrames, 'hasHiddenSource'>): ErrorFrames {
  return {
    ...rest,
    frames: frames.map(({ source: _, ...frame }) => frame),
    hasHiddenSource: frames.some(({ source }) => source !== undefined),
  };
}
