import { setSecret as storeSecret } from '#engine';
import type { Verb } from '../verb.ts';

export const setSecret: Verb<'SetSecret'> = ({ database, secretsKey }, { params, body, caller }) =>
  storeSecret(database, secretsKey, { name: params.name, value: body.value }, { name: caller.name });
