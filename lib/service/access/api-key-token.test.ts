import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { generateApiKey, readApiKey } from './api-key-token.ts';
import { hashToken } from './session.ts';

const fixture = started(createTestDatabase, 'drop');

test('a key that has expired belongs to nobody', async () => {
  const key = generateApiKey();
  await fixture.database`
    insert into api_key (name, key_hash, scopes, service_account, created_by, expires_on)
    values ('nightly', ${hashToken(key)}, '{tasks/read}', 'reports', 'ada', now() + interval '1 hour')`;
  expect(await readApiKey(fixture.database, key)).toMatchObject({ name: 'nightly', owner: { id: 'reports' } });
  await fixture.database`update api_key set expires_on = now()`;
  expect(await readApiKey(fixture.database, key)).toBeUndefined();
});
