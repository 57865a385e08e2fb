import { inTurn } from '../callers/in-turn.ts';
import { seeLogEntry } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const listLogs: Verb<'ListLogs'> = async ({ engine }, call) => {
  const { params, query } = call;
  const list = () => engine.listLogs(params.id, params.runCount, query);
  const page = await (query.search === undefined ? list() : inTurn(call, list)); // without a search it is quick
  return { ...page, value: page.value.map(seeLogEntry) };
};
