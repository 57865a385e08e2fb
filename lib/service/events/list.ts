import { seeEvents } from '../records/see-event.ts';
import type { Verb } from '../verb.ts';

export const listEvents: Verb<'ListEvents'> = async (service, call) => {
  const page = await service.engine.listEvents(call.query, call.caller.bounds);
  return { ...page, value: await seeEvents(service, call, page.value) };
};
