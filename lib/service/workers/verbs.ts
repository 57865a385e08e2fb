import type { Verbs } from '../verb.ts';

/** The verbs of the operations on workers. */
export const workerVerbs = {
  ListWorkers: ({ engine }, { query, caller }) => engine.listWorkers(query, caller.bounds),
  ListQueues: ({ engine }, { query, caller }) => engine.listQueues(query, caller.bounds),
  GetTimeline: ({ engine }, { query, caller }) => engine.getTimeline(query, { bounds: caller.bounds }),
} satisfies Partial<Verbs>;
