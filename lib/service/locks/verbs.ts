import { lockInput } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Verbs } from '../verb.ts';
import { lockReader } from './reader.ts';
import { releaseLock } from './release.ts';

/** The verbs of the operations on locks. */
export const lockVerbs = {
  ListLocks: ({ engine }, { namespace, query, caller }) => engine.listLocks(namespace, query, lockReader(caller)),
  GetLock: ({ engine }, { namespace, params, caller }) =>
    engine.getLock({ namespace, name: params.name }, lockReader(caller)),
  /**
   * Waits only as long as its caller, and has no turn while it waits. A renewal is part of the acquisition, which has an
   * audit record.
   */
  AcquireLock: async ({ engine }, call) => {
    const { caller, namespace, note, params } = call;
    const input = call.body ?? lockInput.parse({});
    const address = { namespace, name: params.name };
    const holder = { owner: input.owner ?? caller.name, identity: ownerOf(caller) };
    const lock = await engine.acquireLock(address, input, holder, {
      signal: call.signal(),
      reader: lockReader(caller),
      waiting: (wait) => call.outOfTurn(wait),
    });
    note.detail = `fencing token ${lock.fencingToken}`;
    call.hasCreated = input.fencingToken === undefined;
    if (!call.hasCreated) note.isPart = true;
    return lock;
  },
  ReleaseLock: releaseLock,
} satisfies Partial<Verbs>;
