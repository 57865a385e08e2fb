import type { Verb } from '../verb.ts';

export const getTimeline: Verb<'GetTimeline'> = ({ engine }, { query }) => engine.getTimeline(query);
