import { setSecret as storeSecret } from '#engine';
import type { Verb } from '../verb.ts';

export const setSecret: Verb<'SetSecret'> = async ({ database, secretsKey }, call) => {
  const { params, body, caller } = call;
  const given = { name: params.name, value: body.value };
  const { secret, isNew } = await storeSecret(database, secretsKey, given, { name: caller.name });
  call.hasCreated = isNew;
  return secret;
};
