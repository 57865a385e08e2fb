import type { Verb } from '../verb.ts';

export const listTaskTypes: Verb<'ListTaskTypes'> = ({ engine }, { query }) => engine.listTaskTypes(query);
