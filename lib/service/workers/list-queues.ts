import type { Verb } from '../verb.ts';

export const listQueues: Verb<'ListQueues'> = ({ engine }, { query, caller }) =>
  engine.listQueues(query, caller.bounds);
