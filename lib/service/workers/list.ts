import type { Verb } from '../verb.ts';

export const listWorkers: Verb<'ListWorkers'> = ({ engine }, { query, caller }) =>
  engine.listWorkers(query, caller.bounds);
