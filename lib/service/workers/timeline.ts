import type { Verb } from '../verb.ts';

export const getTimeline: Verb<'GetTimeline'> = ({ engine }, { query, caller }) =>
  engine.getTimeline(query, { bounds: caller.bounds });
