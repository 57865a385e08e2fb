import { TaskdeckError } from '#contract';
import { generateApiKey } from '../access/api-key-token.ts';
import { hashToken } from '../access/session.ts';
import { refuseGranting, scopesFrom } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './row.ts';

export const createApiKey: Verb<'CreateApiKey'> = async ({ database }, { body, caller, note }) => {
  const scopes = scopesFrom(body.scopes);
  refuseGranting(scopes, caller.scopes);
  if (body.expiresOn !== undefined && Date.parse(body.expiresOn) <= Date.now())
    throw new TaskdeckError('InvalidRequest', '/expiresOn: it is in the past', {
      details: [{ pointer: '/expiresOn', message: 'it is in the past' }],
    });
  const key = generateApiKey();
  const [row] = await database<ApiKeyRow[]>`
    insert into api_key (name, key_hash, scopes, created_by, expires_on)
    values (${body.name}, ${hashToken(key)}, ${scopes}, ${caller.name}, ${body.expiresOn ?? null})
    returning ${apiKeyColumns(database)}`;
  if (row === undefined) throw new Error('insert into api_key returned no row');
  note.detail = `"${body.name}" with ${scopes.length} scopes`;
  return { ...toApiKey(row), key };
};
