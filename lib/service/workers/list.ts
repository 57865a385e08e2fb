import type { Verb } from '../verb.ts';

export const listWorkers: Verb<'ListWorkers'> = ({ engine }, { query }) => engine.listWorkers(query);
