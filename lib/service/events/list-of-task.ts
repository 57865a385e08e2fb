import { seeEvents } from '../records/see-event.ts';
import type { Verb } from '../verb.ts';

export const listTaskExternalEvents: Verb<'ListTaskExternalEvents'> = async (service, call) => {
  const page = await service.engine.listTaskEvents(call.params.id, call.query);
  return { ...page, value: await seeEvents(service, call, page.value) };
};
