import { type ApprovalKind, TaskdeckError } from '#contract';
import { kindOf } from '../../approvals/kind.ts';
import { singleDeletesPerHour } from '../../callers/caller-limits.ts';
import type { Call } from '../../verb.ts';
import type { Plan } from './exchange.ts';

/** Throws `ApprovalRequired` for what waits for a second person in this deployment. */
export async function requireApproval({ name, service }: Plan, call: Call): Promise<void> {
  const { config, callers } = service;
  const mayDeleteOne = () => !config.needsApproval.has('bulk-delete') || callers.deleteOne(call.caller);
  const kind = await kindOf(name, call, mayDeleteOne);
  if (kind === undefined || !config.needsApproval.has(kind)) return;
  if (call.namespace !== '')
    throw new TaskdeckError(
      'InsufficientScope',
      `${why[kind]}, and in the namespace of another owner nobody can ask for it`,
    );
  throw new TaskdeckError('ApprovalRequired', `${why[kind]}: ask for it with POST /v1/approvals`);
}

const why: Record<ApprovalKind, string> = {
  'bulk-delete': `deletes of more than one thing, and of more than ${singleDeletesPerHour} an hour one by one, need the approval of a second person`,
  secrets: 'changes of secrets need the approval of a second person',
  policies: 'changes of the policy of a store need the approval of a second person',
  reveal: 'reveals need the approval of a second person',
};
