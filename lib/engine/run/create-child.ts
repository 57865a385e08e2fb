import type { TaskConfig } from '#contract';
import { childConfig } from './child-config.ts';
import type { Execution } from './execution.ts';
import { inTurn } from './in-turn.ts';

/** Creates a child of a run exactly once. Resolves with its id. */
export async function createChild(run: Execution, config: TaskConfig): Promise<string> {
  const place = run.place(`create ${config.type}`, 'task');
  return inTurn(run, place, async () => {
    const known = place.recorded?.status === 'succeeded' ? place.recorded.child_task_id : null;
    const create = async () => {
      const { stored, names } = await childConfig(config, run.secrets);
      return run.host.createChild(run, { ...place, callOrder: run.replay.handover.untold }, stored, names);
    };
    const begin = () => {
      run.unfinished.begin(place);
      return run.whileBusy(create).finally(() => run.unfinished.end(place));
    };
    const id = known ?? (await begin());
    run.waits.children.add(id);
    return id;
  });
}
