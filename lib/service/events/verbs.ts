import { seeEvents } from '../records/see-event.ts';
import type { Verbs } from '../verb.ts';

/** The verbs of the operations on external events. */
export const eventVerbs = {
  ListTaskExternalEvents: async (service, call) => {
    const page = await service.engine.listTaskEvents(call.params.id, call.query);
    return { ...page, value: await seeEvents(service, call, page.value) };
  },
  RaiseTaskEvent: async ({ engine }, { params, body, caller, note }) => {
    note.detail = `event "${params.name}"`;
    await engine.raiseEvent(params.id, params.name, body.value, { name: caller.name });
  },
  ListEvents: async (service, call) => {
    const page = await service.engine.listEvents(call.query, call.caller.bounds);
    return { ...page, value: await seeEvents(service, call, page.value) };
  },
  ListEventWaits: ({ engine }, { query, caller }) => engine.listEventWaits(query, caller.bounds),
} satisfies Partial<Verbs>;
