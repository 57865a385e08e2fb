import { lockInput } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { lockReader } from './reader.ts';

/** Waits only as long as its caller. A renewal is part of the acquisition, which has an audit record. */
export const acquireLock: Verb<'AcquireLock'> = async ({ engine }, call) => {
  const { caller, namespace, note, params } = call;
  const input = call.body ?? lockInput.parse({});
  const address = { namespace, name: params.name };
  const holder = { owner: input.owner ?? caller.name, identity: ownerOf(caller) };
  const lock = await engine.acquireLock(address, input, holder, call.signal(), lockReader(caller));
  note.detail = `fencing token ${lock.fencingToken}`;
  call.hasCreated = input.fencingToken === undefined;
  if (!call.hasCreated) note.isPart = true;
  return lock;
};
