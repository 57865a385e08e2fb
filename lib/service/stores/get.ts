import { storeOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';

export const getStore: Verb<'GetStore'> = ({ state }, call) => state.getStore(storeOf(call));
