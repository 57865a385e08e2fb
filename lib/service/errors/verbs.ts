import { seeErrorGroup, seeErrorGroupDetails } from '../records/see-error-group.ts';
import type { Verbs } from '../verb.ts';

/** The verbs of the operations on groups of errors. */
export const errorVerbs = {
  ListErrorGroups: async ({ engine }, call) => {
    const page = await engine.listErrorGroups(call.query, call.caller.bounds);
    return { ...page, value: page.value.map((group) => seeErrorGroup(call, group)) };
  },
  GetErrorGroup: async ({ engine }, call) =>
    seeErrorGroupDetails(call, await engine.getErrorGroup(call.params.id, call.query, call.caller.bounds)),
  GetErrorRemedies: ({ engine }, { params, caller }) => engine.readRemedies(params.id, caller.bounds),
  UpdateErrorGroup: async ({ engine }, { params, body, caller, note, ifMatch }) => {
    const { status, ...fields } = body;
    note.detail = [...Object.keys(fields), ...(status === undefined ? [] : [status])].join(', ') || 'nothing';
    note.target = await engine.updateErrorGroup(params.id, body, caller, ifMatch, caller.bounds);
    return undefined;
  },
  MergeErrorGroups: async ({ engine }, { params, body, caller, note }) => {
    note.detail = `with ${body.ids.join(', ')}`;
    note.target = await engine.mergeErrorGroups(params.id, body.ids, caller.bounds);
    return undefined;
  },
} satisfies Partial<Verbs>;
