import type { Verb } from '../verb.ts';

export const listStores: Verb<'ListStores'> = ({ state }, { namespace, query }) => state.listStores(namespace, query);
