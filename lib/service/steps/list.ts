import { seeSteps } from '../records/see-step.ts';
import type { Verb } from '../verb.ts';

export const listSteps: Verb<'ListSteps'> = async (service, call) => {
  const { id, runCount } = call.params;
  const page = await service.engine.listSteps(id, runCount, call.query);
  return { ...page, value: await seeSteps(service, call, id, page.value) };
};
