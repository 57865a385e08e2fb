import type { BulkOperation } from '#contract';
import { actorOf } from '../access/caller.ts';
import { noteReason } from '../audit/note-reason.ts';
import type { GuardedEngine } from '../records/guarded.ts';
import type { Service } from '../service.ts';
import type { Call, Verb } from '../verb.ts';
import { requireActionScope } from './rights.ts';
import { requireOperation } from './within-bounds.ts';

type Commanded = Call<{ id: string }, unknown, { reason?: string | undefined } | undefined>;

export const pauseBulkOperation: Verb<'PauseBulkOperation'> = (service, call) =>
  command(service, call, (engine, id) => engine.pauseBulkOperation(id, actorOf(call)));

export const resumeBulkOperation: Verb<'ResumeBulkOperation'> = (service, call) =>
  command(service, call, (engine, id) => engine.resumeBulkOperation(id));

export const stopBulkOperation: Verb<'StopBulkOperation'> = (service, call) =>
  command(service, call, (engine, id) => engine.stopBulkOperation(id, actorOf(call), call.body?.reason));

/** Who may do what an operation does may also pause, resume and stop it. */
async function command(
  { engine }: Service,
  call: Commanded,
  act: (engine: GuardedEngine, id: string) => Promise<BulkOperation>,
): Promise<BulkOperation> {
  const { id } = call.params;
  noteReason(call);
  await requireOperation(engine, call, id);
  const { action } = await engine.getBulkOperation(id);
  requireActionScope(call, action.kind);
  return act(engine, id);
}
