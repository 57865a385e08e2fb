import { fullScope } from '#contract';
import type { Verb } from '../verb.ts';

export const getIdentity: Verb<'GetIdentity'> = async (_service, { caller }) => {
  const { kind, id, name } = caller;
  if (kind === 'anonymous' || kind === 'system') throw new TypeError('an authenticated caller is somebody');
  return { kind, id, name, scopes: [...caller.scopes].map(fullScope), ...(caller.bounds && { bounds: caller.bounds }) };
};
