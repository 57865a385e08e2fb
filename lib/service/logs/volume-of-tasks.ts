import { withinTaskBounds } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import type { Verb } from '../verb.ts';

/** Counts and times: what a caller who may read the logs sees anyway. */
export const getLogVolumeOfTasks: Verb<'GetLogVolumeOfTasks'> = ({ engine }, call) =>
  inTurn(call, () => engine.getLogVolumeOfTasks(withinTaskBounds(call.query, call.caller.bounds)));
