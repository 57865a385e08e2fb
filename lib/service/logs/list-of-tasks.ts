import { seeFoundLogEntry } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const listLogsOfTasks: Verb<'ListLogsOfTasks'> = async ({ engine }, { query }) => {
  const page = await engine.listLogsOfTasks(query);
  return { ...page, value: page.value.map(seeFoundLogEntry) };
};
