import type { Verb } from '../verb.ts';

export const getLock: Verb<'GetLock'> = ({ engine }, { namespace, params }) =>
  engine.getLock({ namespace, name: params.name });
