import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { createBlobStore } from '#blobs';
import type { Database } from '#database';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { parseSecretsKey, setSecret } from '../secrets/index.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
const folder = temporaryFolder('lost-reads');
/** The statements whose connection was lost; `undefined` while none is lost. */
let lost: Set<string> | undefined;

/**
 * A database whose connection is lost at each statement that reads, the first time that it is sent, and right after an
 * upload was begun.
 */
function losingReads(database: Database): Database {
  return new Proxy(database, {
    apply(target, self, parts: unknown[]) {
      const query: Promise<unknown> = Reflect.apply(target, self, parts);
      const statement = Array.isArray(parts[0]) ? parts[0].join(' ') : '';
      const isBegin = statement.includes('insert into blob_upload');
      if (!isBegin && !/^\s*(select|with)/.test(statement)) return query;
      const send = query.then.bind(query);
      const value: typeof send = (resolve, reject) => {
        if (lost === undefined || lost.has(statement)) return send(resolve, reject);
        lost.add(statement);
        const fail = () => Promise.reject(Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' }));
        return (isBegin ? send(fail) : fail()).then(resolve, reject);
      };
      return Object.defineProperty(query, 'then', { value });
    },
  });
}

beforeAll(async () => {
  const secretsKey = parseSecretsKey(randomBytes(32).toString('base64'));
  if (secretsKey === undefined) throw new Error('no key');
  await setSecret(fixture.database, secretsKey, { name: 'API_KEY', value: 'open sesame' }, { name: 'ada' });
  const blobs = await createBlobStore({ store: 'file', folder });
  const upload = await fixture.serve(
    { run: ({ state }) => state.saveBlob('pictures', { id: 'lamp', value: null }, Buffer.from('bright')) },
    { blobs },
  );
  await fixture.run({ type: upload });
  await fixture.work(
    [
      {
        type: 'reader',
        async run({ state }, input) {
          const { version } = await state.save('stock', { id: 'lamp', value: 1 });
          const blob = await state.openBlob('pictures', 'lamp');
          const picture = await blob?.read();
          return [
            version,
            (await state.get('stock', 'lamp'))?.value,
            (await state.list('stock')).value.length,
            picture && (await text(picture)),
            typeof input,
          ];
        },
      },
      {
        type: 'uploader',
        async run({ state }) {
          const { version } = await state.saveBlob('albums', { id: 'lamp', value: 1 }, Buffer.from('bright'));
          await state.uploadBlob('albums', 'lamp', Buffer.from('dim'), { overwrite: true });
          return version;
        },
      },
    ],
    { database: losingReads(fixture.database), secretsKey, blobs },
  );
});

test('connections that are lost while a handler reads fail neither its steps nor its run', async () => {
  lost = new Set();
  const task = await fixture.run({ type: 'reader', input: { key: { $secret: 'API_KEY' } } });
  expect(task.error).toBeUndefined();
  expect(task).toMatchObject({ output: [1, 1, 1, 'bright', 'object'], attempt: 1 });
  expect([...lost].some((statement) => statement.includes('secret'))).toBe(true);
});

test('connections that are lost while a handler begins an upload fail neither its steps nor its run', async () => {
  lost = new Set();
  const task = await fixture.run({ type: 'uploader' });
  expect(task.error).toBeUndefined();
  expect(task).toMatchObject({ output: 1, attempt: 1 });
  expect([...lost].filter((statement) => /select policy|blob_upload/.test(statement))).toHaveLength(2);
  expect(await fixture.database`select key from blob_upload`).toEqual([]);
});
