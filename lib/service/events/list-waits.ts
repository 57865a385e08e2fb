import type { Verb } from '../verb.ts';

export const listEventWaits: Verb<'ListEventWaits'> = ({ engine }, { query, caller }) =>
  engine.listEventWaits(query, caller.bounds);
