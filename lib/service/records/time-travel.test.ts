import { beforeAll, describe, expect, test } from 'vitest';
import { type Scope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let blind = '';

beforeAll(async () => {
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
});

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, `/v1/stores/vault/${path}`, { token: service.allKey, ...request });
const save = async (id: string, value: unknown, more: object = {}, token = service.allKey) => {
  const saved = await call('PUT', `entries/${id}`, { token, body: { id, value, ...more } });
  expect(saved.status, saved.text).toBeLessThan(300);
  return saved;
};
const receiptOf = (answer: { body: unknown }) => (answer.body as { receipt?: string }).receipt;
const hiddenTo = (token: string) => async (path: string) =>
  (await call('GET', path, { token })).text.match(/hidden-\w+/g);

describe('marking an entry sensitive', () => {
  test('covers its earlier versions', async () => {
    await save('marked', { pin: 'hidden-1', name: 'Ada' });
    await save('marked', { pin: 'hidden-2', name: 'Ada' }, { sensitive: ['/pin'] });
    for (const path of ['versions/marked?includeValue=true', 'version/1/marked', 'version/2/marked']) {
      expect([path, await hiddenTo(blind)(path)]).toEqual([path, null]);
      expect(await hiddenTo(service.allKey)(path)).not.toBeNull();
    }
  });

  test('covers them also when it has been deleted and made again', async () => {
    await save('again', { pin: 'hidden-1' });
    await save('again', { pin: 'hidden-2' }, { sensitive: ['/pin'] });
    await call('DELETE', 'entries/again', { token: blind });
    expect(await hiddenTo(blind)('versions/again?includeValue=true')).toBeNull();
    await save('again', { pin: 'open' }, {}, blind);
    expect(await hiddenTo(blind)('version/1/again')).toBeNull();
    expect((await call('GET', 'version/4/again', { token: blind })).text).toContain('"pin":"open"');
  });

  test('covers their blobs', async () => {
    await save('bytes', 1, { hasBlob: true });
    const upload = () =>
      call('PUT', 'blobs/bytes?overwrite=true', { raw: 'hidden-bytes', headers: { 'content-type': 'text/plain' } });
    const { versionId } = (await upload()).body as { versionId: string };
    expect((await upload()).status).toBe(200);
    await save('bytes', 2, { sensitive: [''] });
    expect((await call('GET', `blobs/bytes?versionId=${versionId}`, { token: blind })).status).toBe(403);
    expect((await call('GET', `blobs/bytes?versionId=${versionId}`)).text).toBe('hidden-bytes');
    expect((await call('GET', 'versions/bytes', { token: blind })).text).not.toContain('contentHash');
  });
});

describe('a caller who cannot lift a mark', () => {
  test('does not lift it by a restore', async () => {
    await save('restored', { pin: 'hidden-1' });
    await save('restored', { pin: 'hidden-2' }, { sensitive: ['/pin'] });
    const body = { id: 'restored', version: 1 };
    const restored = await call('POST', 'restore', { token: blind, body });
    expect(restored).toMatchObject({ status: 200, body: { sensitive: ['/pin'] } });
    expect(restored.text).not.toContain('hidden-');
    expect(await hiddenTo(blind)('entries/restored')).toBeNull();
    expect(await hiddenTo(service.allKey)('entries/restored')).toEqual(['hidden-1']);
    const lifted = await call('POST', 'restore', { body });
    expect((lifted.body as { sensitive?: string[] }).sensitive).toBeUndefined();
    expect(await hiddenTo(blind)('entries/restored')).toEqual(['hidden-1']);
  });

  test('does not lift it by an undo', async () => {
    await save('undone', { pin: 'hidden-1' });
    const receipt = receiptOf(await save('undone', { pin: 'hidden-2' }, { sensitive: ['/pin'] }));
    const undone = await call('POST', 'undo', { token: blind, body: { receipt } });
    expect(undone).toMatchObject({ status: 200, body: { restored: [{ sensitive: ['/pin'] }] } });
    expect(await hiddenTo(blind)('entries/undone')).toBeNull();
  });
});

test('a forged receipt of a deletion brings a value back only with its marks', async () => {
  await save('gone', { pin: 'hidden-1' });
  await save('gone', { pin: 'hidden-2' }, { sensitive: ['/pin'] });
  const deleted = await call('DELETE', 'entries/gone');
  const [storeKey] = JSON.parse(Buffer.from(deleted.headers.get('taskdeck-receipt') ?? '', 'base64url').toString());
  const forge = (version: number, previous: number, isDeletion = 1) =>
    Buffer.from(JSON.stringify([storeKey, [['gone', 0, version, previous, isDeletion]]])).toString('base64url');
  const undo = (receipt: string) => call('POST', 'undo', { token: blind, body: { receipt } });
  const outdated = { status: 409, body: { code: 'ReceiptOutdated' } };
  for (const wrong of [forge(2, 1), forge(4, 1), forge(3, 3), forge(3, 9), forge(3, 1, 0), forge(3, 0)])
    expect(await undo(wrong)).toMatchObject(outdated);
  expect((await call('GET', 'entries/gone')).status).toBe(404);

  const undone = await undo(forge(3, 1));
  expect(undone).toMatchObject({ status: 200, body: { restored: [{ version: 4, sensitive: ['/pin'] }] } });
  expect(undone.text).not.toContain('hidden-');
  expect(await hiddenTo(blind)('entries/gone')).toBeNull();
  expect(await hiddenTo(service.allKey)('entries/gone')).toEqual(['hidden-1']);
});

test('who may only write state reads nothing by a restore or an undo', async () => {
  await save('written', { pin: 'hidden-1' }, { tags: { hint: 'hidden-tag' } });
  const receipt = receiptOf(await save('written', { pin: 'hidden-2' }));
  const writer = await service.key('state/create', 'state/delete', 'sensitive/read');
  const undone = await call('POST', 'undo', { token: writer, body: { receipt } });
  expect(undone).toMatchObject({ status: 200, body: { restored: [{ id: 'written', version: 3 }] } });
  const restored = await call('POST', 'restore', { token: writer, body: { id: 'written', version: 2 } });
  expect(restored).toMatchObject({ status: 200, body: { id: 'written', version: 4 } });
  expect(undone.text + restored.text).not.toContain('hidden-');
  expect(await hiddenTo(service.allKey)('entries/written')).toContain('hidden-2');
});

test('who may only change tasks reads nothing of one by changing it', async () => {
  const create = await service.call('POST', '/v1/tasks', {
    token: service.allKey,
    body: { type: 'test.echo', id: 'changed', input: 'hidden-input', tags: { a: 'hidden-tag' }, name: 'hidden-name' },
  });
  expect(create.status, create.text).toBe(201);
  const writer = await service.key('tasks/update', 'sensitive/read');
  const acts: [string, string, object][] = [
    ['PATCH', '', {}],
    ['PATCH', '', { priority: 3 }],
    ['POST', '/pause', {}],
    ['POST', '/resume', {}],
    ['POST', '/cancel', {}],
    ['POST', '/rerun', {}],
  ];
  for (const [method, path, body] of acts) {
    const answer = await service.call(method, `/v1/tasks/changed${path}`, { token: writer, body });
    expect([path, answer.status], answer.text).toEqual([path, 200]);
    expect(answer.body).toMatchObject({ id: 'changed', type: 'test.echo' });
    expect([path, answer.text.match(/hidden-\w+/g)]).toEqual([path, null]);
    const seen = await service.call('PATCH', '/v1/tasks/changed', { token: service.allKey, body: {} });
    expect(seen.text).toContain('hidden-input');
  }
});
