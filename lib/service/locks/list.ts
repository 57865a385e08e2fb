import type { Verb } from '../verb.ts';

export const listLocks: Verb<'ListLocks'> = ({ engine }, { namespace, query }) => engine.listLocks(namespace, query);
