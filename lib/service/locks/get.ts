import type { Verb } from '../verb.ts';
import { lockReader } from './reader.ts';

export const getLock: Verb<'GetLock'> = ({ engine }, { namespace, params, caller }) =>
  engine.getLock({ namespace, name: params.name }, lockReader(caller));
