import { afterEach, expect, test } from 'vitest';
import { kindsOfObjectServers, objectServers } from '../testing/object-servers.ts';

const servers = objectServers();
afterEach(() => servers.end());

test.each(kindsOfObjectServers)('a check of %s tells that its objects may not be listed', async (kind) => {
  const done = { DELETE: kind === 's3' ? 204 : 202, PUT: kind === 's3' ? 200 : 201 };
  const store = await servers.storeOver(kind, (response, { method }) => {
    if (method === 'PUT' || method === 'DELETE') response.writeHead(done[method], { etag: '"1"' }).end();
    else response.writeHead(403).end();
  });
  await expect(store.check()).rejects.toThrow(/cannot be listed: the blob store refused a request: 403/);
});
