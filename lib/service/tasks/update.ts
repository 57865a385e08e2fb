import { fullScope, TaskdeckError } from '#contract';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const updateTask: Verb<'UpdateTask'> = async ({ engine }, call) => {
  const { params, body, note } = call;
  note.detail = `changed ${Object.keys(body).join(', ') || 'nothing'}`;
  let { ifMatch } = call;
  if (body.sensitive !== undefined && !call.may('sensitive/read')) {
    const before = await engine.getTask(params.id);
    refuseUncovering(before.sensitive ?? [], body.sensitive ?? []);
    ifMatch ??= before.etag; // nobody adds a pointer between this look and the change
  }
  return seeTask(call, await engine.updateTask(params.id, body, { name: call.caller.name }, ifMatch));
};

/** Who cannot see sensitive values cannot make them visible by no longer calling them sensitive. */
function refuseUncovering(before: readonly string[], after: readonly string[]): void {
  const uncovered = before.find((pointer) => !after.some((kept) => pointer === kept || pointer.startsWith(`${kept}/`)));
  if (uncovered !== undefined)
    throw new TaskdeckError(
      'InsufficientScope',
      `removing a sensitive pointer (${uncovered}) needs the scope ${fullScope('sensitive/read')}`,
    );
}
