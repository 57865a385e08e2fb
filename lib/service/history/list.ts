import { seeRuns } from '../records/see-run.ts';
import type { Verb } from '../verb.ts';

export const listTaskHistory: Verb<'ListTaskHistory'> = async (service, call) => {
  const page = await service.engine.listHistory(call.params.id, call.query);
  return { ...page, value: await seeRuns(service, call, call.params.id, page.value) };
};
