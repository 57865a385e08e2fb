import { TaskdeckError } from '#contract';
import { ownerOf } from '../../access/caller.ts';
import { isKnownOwner } from '../../access/owners.ts';
import { invalidHeader, isolationOf, namespaceHeaderOf } from '../headers.ts';
import { authorise } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';

/**
 * Returns the namespace of the names in a request: `''` for all, the caller's own, or that of another owner for who may
 * enter it, which the audit record says. Throws `InsufficientScope`, whether or not there is one, `OutsideBounds` and
 * `OwnerNotFound`.
 */
export async function namespaceOf({ operation, service }: Plan, exchange: Exchange): Promise<string> {
  const { incoming, caller, usedScopes, note } = exchange;
  if (operation.isIsolable !== true) return '';
  const isIsolated = isolationOf(incoming) === 'isolated';
  const owner = namespaceHeaderOf(incoming);
  if (owner === undefined) return isIsolated ? ownerOf(caller) : '';
  authorise(operation, caller, ['namespaces/manage']);
  if (caller.bounds !== undefined)
    throw new TaskdeckError('OutsideBounds', 'names of other owners are for callers without bounds');
  if (isIsolated)
    throw invalidHeader('taskdeck-namespace', 'it is not given together with Taskdeck-Isolation: isolated');
  if (!(await isKnownOwner(service.database, owner)))
    throw new TaskdeckError('OwnerNotFound', `there is no owner "${owner}"; GET /v1/namespaces lists them`);
  usedScopes.add('namespaces/manage');
  note.namespace = owner;
  return owner;
}
