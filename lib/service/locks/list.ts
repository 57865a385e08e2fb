import type { Verb } from '../verb.ts';
import { lockReader } from './reader.ts';

export const listLocks: Verb<'ListLocks'> = ({ engine }, { namespace, query, caller }) =>
  engine.listLocks(namespace, query, lockReader(caller));
