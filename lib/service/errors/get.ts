import { seeErrorGroupDetails } from '../records/see-error-group.ts';
import type { Verb } from '../verb.ts';

export const getErrorGroup: Verb<'GetErrorGroup'> = async ({ engine }, call) =>
  seeErrorGroupDetails(call, await engine.getErrorGroup(call.params.id, call.query, call.caller.bounds));
