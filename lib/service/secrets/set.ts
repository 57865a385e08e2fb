import { setSecret as storeSecret } from '#engine';
import type { Verb } from '../verb.ts';

export const setSecret: Verb<'SetSecret'> = async ({ database, secretsKey }, call) => {
  const { params, body, caller } = call;
  const { types, queues, hosts } = body;
  const detail = `types ${listed(types)}, queues ${listed(queues)}, hosts ${hosts.join(' ') || 'none'}`;
  call.note.detail = detail.slice(0, 1_000);
  const given = { ...body, name: params.name };
  const { secret, isNew } = await storeSecret(database, secretsKey, given, { name: caller.name }, call);
  call.hasCreated = isNew;
  return secret;
};

function listed(values: readonly string[] | undefined): string {
  return values?.join(' ') ?? 'all';
}
