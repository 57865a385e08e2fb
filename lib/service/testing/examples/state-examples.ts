import { blobUploadOptions, resumableUploadInput, type Scope } from '#contract';
import { type Given, plantIn } from '../canaries/generate.ts';
import { type Asked, bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';
import type { TestRequest } from '../test-service.ts';

const sees: readonly Scope[] = ['sensitive/read'];

const store = { storeName: 'vault' };
/** Paths of hidden and of shown values that its policy names. */
export const indexedPaths = ['/hidden/list/0', '/shown'];
const tus = { 'tus-resumable': '1.0.0' };
const noConditions = (place: string): Given => ({
  [`${place}/ifMatch`]: undefined,
  [`${place}/ifNoneMatch`]: undefined,
});
const savable = (place: string, id: string): Given => ({
  ...noConditions(place),
  [`${place}/id`]: id,
  [`${place}/sensitive`]: ['/hidden'],
  [`${place}/ttlInSeconds`]: 3_600,
});
/** A new entry with a value, and one more version. */
export async function newEntry(planter: Planter, id = `entry-${planter.next()}`, given: Given = {}): Promise<string> {
  for (let version = 1; version <= 2; version++)
    await planter.must('SaveState', {
      params: { ...store, id },
      request: bodyOf(planter, 'SaveState', { ...savable('SaveState', id), ...given }),
    });
  return id;
}

/** The query, headers and bytes of an upload; of an entry that is hidden as a whole, all of it is. */
export function uploadOf({ canaries }: Planter, isHidden: boolean): Required<Pick<Asked, 'query' | 'request'>> {
  const place = isHidden ? 'UploadBlob/hidden' : 'UploadBlob/shown';
  const options = plantIn(canaries, place, blobUploadOptions, {
    ...noConditions(place),
    [`${place}/ifEntryMatch`]: undefined,
    [`${place}/contentHash`]: undefined,
    [`${place}/contentType`]: undefined,
  }) as Record<'fileName' | 'contentEncoding' | 'contentDisposition', string> & { metadata: object };
  const { fileName, contentEncoding, contentDisposition } = options;
  const content = canaries.text(`${place}/content`, ruleOf(place));
  return {
    query: {
      fileName,
      contentEncoding,
      contentDisposition,
      overwrite: 'true',
      metadata: JSON.stringify(options.metadata),
    },
    request: {
      raw: canaries.hashed(content, place, ruleOf(place)),
      headers: { 'content-type': `text/${canaries.text(`${place}/type`, ruleOf(place))}` },
    },
  };
}

function tusUpload(planter: Planter, content: string): TestRequest {
  const input = plantIn(planter.canaries, 'BeginUpload', resumableUploadInput, {
    ...noConditions('BeginUpload'),
    'BeginUpload/ifEntryMatch': undefined,
    'BeginUpload/contentHash': undefined,
    'BeginUpload/contentEncoding': undefined,
    'BeginUpload/contentLength': undefined,
    'BeginUpload/storeName': store.storeName,
    'BeginUpload/id': 'open',
  });
  const text = Buffer.from(JSON.stringify(input)).toString('base64');
  return { headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': `input ${text}` } };
}

async function begunUpload(planter: Planter, content: string): Promise<string> {
  const { headers } = await planter.must('BeginUpload', { request: tusUpload(planter, content) });
  return headers.get('location')?.split('/').at(-1) ?? '';
}

async function appendOf(planter: Planter) {
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  return { params: { uploadId: await begunUpload(planter, 'bytes') }, request: { raw: 'bytes', headers } };
}

async function receipt(planter: Planter): Promise<string> {
  const id = await newEntry(planter);
  const { headers } = await planter.must('DeleteState', { params: { ...store, id } });
  return headers.get('taskdeck-receipt') ?? '';
}

/** The calls about stores, entries, blobs and uploads. */
export const stateExamples = {
  ListStores: {
    access: ['GET', '/v1/stores', ['state/read'], []],
    calls: () => [{}, { query: { search: 'vau' } }],
  },
  GetStore: {
    access: ['GET', '/v1/stores/{storeName}', ['state/read'], []],
    calls: () => [{ params: store }],
  },
  SetStorePolicy: {
    access: ['PUT', '/v1/stores/{storeName}/policy', ['operators/manage'], [], 'audited'],
    calls: (planter) => [
      {
        params: { storeName: 'ruled' },
        request: bodyOf(planter, 'SetStorePolicy', { 'SetStorePolicy/sensitive': ['/hidden'] }),
      },
    ],
  },
  ListState: {
    access: ['GET', '/v1/stores/{storeName}/entries', ['state/read'], sees],
    calls: () => [
      { params: store },
      { params: store, query: { delimiter: '/', includeValue: 'false', maxPageSize: '1000' } },
      { params: store, query: { value: '["/hidden","missing"]' } },
      { params: store, query: { value: '["","holds","1"]' } },
      ...indexedPaths.map((path) => ({ params: store, query: { value: JSON.stringify([path, 'exists']) } })),
    ],
  },
  GetState: {
    access: ['GET', '/v1/stores/{storeName}/entries/{id}', ['state/read'], sees],
    calls: () =>
      ['entry', 'whole', 'open', 'marked', 'run', 'of-secret'].map((id) => ({
        params: { ...store, id },
        query: { includeValue: 'true' },
      })),
  },
  SaveState: {
    access: ['PUT', '/v1/stores/{storeName}/entries/{id}', ['state/create'], sees, 'audited'],
    calls: (planter) => {
      const id = `entry-${planter.next()}`;
      return [{ params: { ...store, id }, request: bodyOf(planter, 'SaveState', savable('SaveState', id)) }];
    },
  },
  DeleteState: {
    access: ['DELETE', '/v1/stores/{storeName}/entries/{id}', ['state/delete'], [], 'audited'],
    calls: async (planter) => [{ params: { ...store, id: await newEntry(planter) } }],
  },
  SaveBulkState: {
    access: ['POST', '/v1/stores/{storeName}/bulk-save', ['state/create'], sees, 'audited'],
    calls: (planter) => [
      {
        params: store,
        request: bodyOf(planter, 'SaveBulkState', savable('SaveBulkState/entries/0', `entry-${planter.next()}`)),
      },
      { params: store, request: { body: { entries: [{ id: 'open', value: 1, ifMatch: '"0"' }] } } },
    ],
  },
  BulkTransaction: {
    access: ['POST', '/v1/stores/{storeName}/transaction', ['state/create', 'state/delete'], sees, 'audited'],
    calls: (planter) => [
      {
        params: store,
        request: bodyOf(planter, 'BulkTransaction', {
          ...savable('BulkTransaction/upserts/0', `entry-${planter.next()}`),
          'BulkTransaction/deletes': [{ id: 'none' }],
        }),
      },
    ],
  },
  DeleteBulkState: {
    access: ['POST', '/v1/stores/{storeName}/bulk-delete', ['state/delete'], [], 'audited'],
    calls: async (planter) => [
      {
        params: store,
        request: { body: { deletes: [{ id: await newEntry(planter) }, { id: 'open', ifMatch: '"0"' }] } },
      },
    ],
  },
  GetBulkState: {
    access: ['POST', '/v1/stores/{storeName}/bulk-get', ['state/read'], sees],
    calls: () => [
      { params: store, request: { body: {} } },
      { params: store, request: { body: { ids: ['entry', 'whole', 'marked'] } } },
    ],
  },
  ListStateVersions: {
    access: ['GET', '/v1/stores/{storeName}/versions/{id}', ['state/read'], sees],
    calls: () =>
      ['entry', 'whole', 'marked'].map((id) => ({ params: { ...store, id }, query: { includeValue: 'true' } })),
  },
  GetStateVersion: {
    access: ['GET', '/v1/stores/{storeName}/version/{version}/{id}', ['state/read'], sees],
    calls: () => ['entry', 'whole', 'marked'].map((id) => ({ params: { ...store, id, version: '1' } })),
  },
  RestoreState: {
    access: ['POST', '/v1/stores/{storeName}/restore', ['state/create'], sees, 'audited'],
    calls: async (planter) => [
      { params: store, request: { body: { id: await newEntry(planter), version: 1 } } },
      { params: store, request: { body: { id: 'marked', version: 1 } } },
    ],
  },
  UndoState: {
    access: ['POST', '/v1/stores/{storeName}/undo', ['state/create', 'state/delete'], sees, 'audited'],
    calls: async (planter) => [{ params: store, request: { body: { receipt: await receipt(planter) } } }],
  },
  ListStateAccess: {
    access: ['GET', '/v1/stores/{storeName}/access/{id}', ['state/read', 'steps/read'], []],
    calls: () => [{ params: { ...store, id: 'run' } }],
  },
  GetBlob: {
    access: ['GET', '/v1/stores/{storeName}/blobs/{id}', ['state/read'], []],
    calls: () => [
      { params: { ...store, id: 'open' } },
      { params: { ...store, id: 'open' }, request: { headers: { range: 'bytes=0-3' } } },
      { params: { ...store, id: 'whole' }, query: { disposition: 'inline' } },
      { params: { ...store, id: 'whole' }, request: { headers: { 'if-none-match': '"1"' } } },
      { params: { ...store, id: 'run-blob' } },
    ],
  },
  UploadBlob: {
    access: ['PUT', '/v1/stores/{storeName}/blobs/{id}', ['state/create'], [], 'audited'],
    calls: (planter) => [
      { params: { ...store, id: 'open' }, ...uploadOf(planter, false) },
      { params: { ...store, id: 'whole' }, ...uploadOf(planter, true) },
    ],
  },
  ListUploads: {
    access: ['GET', '/v1/uploads', ['state/create'], []],
    calls: () => [{}],
  },
  BeginUpload: {
    access: ['POST', '/v1/uploads', ['state/create'], [], 'audited'],
    calls: (planter) => [{ request: tusUpload(planter, 'bytes') }],
  },
  GetUpload: {
    access: ['GET', '/v1/uploads/{uploadId}', ['state/create'], []],
    calls: async (planter) => {
      const uploadId = await begunUpload(planter, 'bytes');
      const append = await appendOf(planter);
      await planter.must('AppendUpload', append);
      return [{ params: { uploadId } }, { params: append.params }];
    },
  },
  AppendUpload: {
    access: ['PATCH', '/v1/uploads/{uploadId}', ['state/create'], [], 'audited'],
    calls: async (planter) => [await appendOf(planter)],
  },
  AbandonUpload: {
    access: ['DELETE', '/v1/uploads/{uploadId}', ['state/create'], [], 'audited'],
    calls: async (planter) => [
      { params: { uploadId: await begunUpload(planter, 'bytes') }, request: { headers: tus } },
    ],
  },
} satisfies Partial<Examples>;
