import type { Verb } from '../verb.ts';

export const listQueues: Verb<'ListQueues'> = ({ engine }, { query }) => engine.listQueues(query);
