import type { ErrorFrames } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeRunError } from '../records/see-run-error.ts';
import type { Verb } from '../verb.ts';

export const getErrorFrames: Verb<'GetErrorFrames'> = async (service, call) => {
  const { id, runCount } = call.params;
  const { engine } = service;
  const { error, worker, endedOn } = await seeRunError(service, call, id, await engine.getRunError(id, runCount));
  const stack = error?.stack;
  if (stack === undefined) return { frames: [], hasHiddenSource: false };
  const mapped = await inLongTurn(call, () => engine.mapStack({ stack, worker, thrownOn: endedOn }));
  return call.may('sources/read') ? { ...mapped, hasHiddenSource: false } : withoutSource(mapped);
};

function withoutSource({ frames, ...rest }: Omit<ErrorFrames, 'hasHiddenSource'>): ErrorFrames {
  return {
    ...rest,
    frames: frames.map(({ source: _, ...frame }) => frame),
    hasHiddenSource: frames.some(({ source }) => source !== undefined),
  };
}
