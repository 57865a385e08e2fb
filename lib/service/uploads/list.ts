import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';

export const listUploads: Verb<'ListUploads'> = ({ state }, { namespace, caller, query }) =>
  state.listUploads(namespace, ownerOf(caller), { ...query, stores: caller.bounds?.stores });
