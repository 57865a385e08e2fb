import { seeErrorGroup } from '../records/see-error-group.ts';
import type { Verb } from '../verb.ts';

export const listErrorGroups: Verb<'ListErrorGroups'> = async ({ engine }, call) => {
  const page = await engine.listErrorGroups(call.query, call.caller.bounds);
  return { ...page, value: page.value.map((group) => seeErrorGroup(call, group)) };
};
