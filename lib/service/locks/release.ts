import { fullScope, TaskdeckError } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { lockReader } from './reader.ts';

/**
 * Answers 204 also when the lock is free. Without `locks/delete`, releases only the caller's own lock. The audit record says
 * when another one was released.
 */
export const releaseLock: Verb<'ReleaseLock'> = async ({ engine }, call) => {
  const { caller, namespace, note, params, query } = call;
  const mayAll = call.may('locks/delete');
  if (query.force && !mayAll)
    throw new TaskdeckError('InsufficientScope', `releasing by force needs the scope ${fullScope('locks/delete')}`);
  const how = query.force ? 'by force' : `fencing token ${query.fencingToken}`;
  note.detail = how;
  await engine.releaseLock(
    { namespace, name: params.name },
    {
      fencingToken: query.force ? undefined : query.fencingToken,
      identity: mayAll ? undefined : ownerOf(caller),
      onRelease: (holder) => {
        note.detail = holder === ownerOf(caller) ? how : `${how}, of another holder`; // the kept record has it, too
      },
    },
    lockReader(caller),
  );
};
