import type { Verb } from '../verb.ts';

export const getTaskDurations: Verb<'GetTaskDurations'> = ({ engine }, { query }) => engine.getTaskDurations(query);
