import type { Verb } from '../verb.ts';
import { entryOf } from './address.ts';

export const listStateAccess: Verb<'ListStateAccess'> = ({ state }, call) =>
  state.listAccess(entryOf(call), call.query);
