import type { Verb } from '../verb.ts';
import { entryOf } from './address.ts';

export const listStateAccess: Verb<'ListStateAccess'> = ({ state }, call) => {
  const { types, queues } = call.caller.bounds ?? {};
  return state.listAccess(entryOf(call), { ...call.query, types, queues });
};
