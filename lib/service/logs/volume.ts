import { inTurn } from '../callers/in-turn.ts';
import type { Verb } from '../verb.ts';

/** Counts, times and ids: what a caller who may read the log sees anyway. */
export const getLogVolume: Verb<'GetLogVolume'> = ({ engine }, call) =>
  inTurn(call, () => engine.getLogVolume(call.params.id, call.params.runCount, call.query));
