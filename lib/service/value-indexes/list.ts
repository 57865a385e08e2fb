import type { Verb } from '../verb.ts';

export const listValueIndexes: Verb<'ListValueIndexes'> = ({ engine }, { query, caller }) =>
  engine.listValueIndexes(query, caller.bounds);
