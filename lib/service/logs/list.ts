import { seeLogEntry } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const listLogs: Verb<'ListLogs'> = async ({ engine }, { params, query }) => {
  const page = await engine.listLogs(params.id, params.runCount, query);
  return { ...page, value: page.value.map(seeLogEntry) };
};
