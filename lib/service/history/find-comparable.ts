import { hasTask } from '../access/bounds.ts';
import { inLongTurn } from '../callers/in-turn.ts';
import type { Verb } from '../verb.ts';

export const findComparableRun: Verb<'FindComparableRun'> = ({ engine }, call) =>
  inLongTurn(call, async () => {
    const found = await engine.findComparableRun(call.params.id, call.params.runCount);
    if (call.caller.bounds === undefined || found.run === undefined) return found;
    return (await hasTask(engine, found.run.taskId, call.caller)) ? found : {};
  });
