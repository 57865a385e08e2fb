import type { Verb } from '../verb.ts';

export const getErrorRemedies: Verb<'GetErrorRemedies'> = ({ engine }, { params, caller }) =>
  engine.readRemedies(params.id, caller.bounds);
