import type { Verb } from '../verb.ts';

export const listLogs: Verb<'ListLogs'> = ({ engine }, { params, query }) =>
  engine.listLogs(params.id, params.runCount, query);
