import { withinTaskBounds } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeFoundLogEntry } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const listLogsOfTasks: Verb<'ListLogsOfTasks'> = async ({ engine }, call) => {
  const page = await inTurn(call, () => engine.listLogsOfTasks(withinTaskBounds(call.query, call.caller.bounds)));
  return { ...page, value: page.value.map(seeFoundLogEntry) };
};
