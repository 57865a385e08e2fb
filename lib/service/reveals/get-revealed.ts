import { fullScope, TaskdeckError } from '#contract';
import { seeRevealedSteps } from '../records/see-step.ts';
import type { Call, Verb } from '../verb.ts';
import { isOwn, type RevealRow, revealColumns, targetOf } from './row.ts';
import { readTarget, requireReading } from './target.ts';

/** Reads the record of the caller's open reveal as it is now. A later record of the same id is another one. */
export const getRevealed: Verb<'GetRevealed'> = async (service, call) => {
  const { params, query, caller } = call;
  const { database } = service;
  const [row] = await database<(RevealRow & { madeOn: string })[]>`
    select ${revealColumns(database, caller)}, target_made_on as "madeOn" from reveal
    where id = ${params.id} and expires_on > now() and ${isOwn(database, caller)}`;
  if (row === undefined) refuse(params.id);
  requireRight(call, row);
  const target = targetOf(row);
  requireReading(call, 'storeName' in target ? 'entry' : 'run');
  if (query.sequence === undefined) {
    const { madeOn, shown } = await readTarget(service, call, target);
    if (madeOn !== row.madeOn) refuse(params.id);
    return shown;
  }
  if ('storeName' in target) throw new TaskdeckError('StepNotFound', 'an entry has no steps');
  requireReading(call, 'step');
  const { taskId, runCount } = target;
  const { madeOn } = await readTarget(service, { noteShown: () => {}, caller }, target);
  if (madeOn !== row.madeOn) refuse(params.id);
  const guarded = await service.engine.getStep(taskId, BigInt(runCount), query.sequence);
  const [step] = await seeRevealedSteps(service, call, taskId, [guarded]);
  return step === undefined ? {} : { step };
};

/** A grant of somebody else stands for the scope. */
function requireRight({ may }: Pick<Call, 'may'>, { grantedBy }: Pick<RevealRow, 'grantedBy'>): void {
  if (grantedBy !== null || may('sensitive/reveal')) return;
  throw new TaskdeckError('InsufficientScope', `this needs the scope ${fullScope('sensitive/reveal')}`);
}

function refuse(id: string): never {
  throw new TaskdeckError('RevealNotFound', `you have no open reveal "${id}": it may have ended`);
}
