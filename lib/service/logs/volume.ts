import type { Verb } from '../verb.ts';

/** Counts, times and ids: what a caller who may read the log sees anyway. */
export const getLogVolume: Verb<'GetLogVolume'> = ({ engine }, { params, query }) =>
  engine.getLogVolume(params.id, params.runCount, query);
