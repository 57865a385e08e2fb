import type { Verb } from '../verb.ts';

/** Counts and times: what a caller who may read the logs sees anyway. */
export const getLogVolumeOfTasks: Verb<'GetLogVolumeOfTasks'> = ({ engine }, { query }) =>
  engine.getLogVolumeOfTasks(query);
