import { createHash } from 'node:crypto';
import type { FileReader, HttpRequest, HttpResponse, HttpStack, PreviousUpload, UrlStorage } from 'tus-js-client';
import type { BlobUploadResult } from '#contract';

type StoredUpload = { input: string; length: number; bytes: Buffer; key?: string; result?: BlobUploadResult };
type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The bytes are read before it fails. */
  takes?: boolean;
};
/**
 * What becomes of a request before the service sees it; `undefined`: it goes through. `answerLost`: it goes through, and
 * nobody hears what became of it.
 */
export type Interference = (
  method: string,
  url: string,
) => Answer | Loss | Promise<Answer | Loss | undefined> | undefined;
type Loss = 'lost' | 'answerLost';

/** An upload service in memory that speaks tus 1.0, with a network that a test can disturb. */
export class MemoryUploads implements HttpStack {
  readonly uploads = new Map<string, StoredUpload>();
  readonly requests: string[] = [];
  #created = 0;
  interfere: Interference = () => undefined;
  /** Whether it answers a creation without a body, as tus asks for none. */
  isSilent = false;

  getName = () => 'MemoryUploads';

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Map<string, string>();
    let progress: (sent: number) => void = () => {};
    let abort = () => {};
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void headers.set(name, value),
      getHeader: (name) => headers.get(name),
      setProgressHandler: (handler) => {
        progress = handler;
      },
      send: (body: Buffer | null) =>
        new Promise((resolve, reject) => {
          let isAborted = false;
          abort = () => {
            isAborted = true; // a browser's aborted request never settles
          };
          const pass = async () => {
            this.requests.push(`${method} ${url}`);
            const answer = (await this.interfere(method, url)) ?? undefined;
            if (isAborted) return;
            if (answer === 'lost') return reject(new Error('the connection was lost'));
            if (answer === 'answerLost') {
              this.#answer(method, url, headers, body);
              return reject(new Error('the connection was lost'));
            }
            if (body !== null && (answer === undefined || answer.takes)) progress(body.length);
            resolve(responseOf(answer ?? this.#answer(method, url, headers, body)));
          };
          void pass();
        }),
      abort: async () => abort(),
      getUnderlyingObject: () => undefined,
    };
  }

  /** What the service made of an upload. */
  readResult = async (url: string): Promise<BlobUploadResult | undefined> => this.uploads.get(idOf(url))?.result;

  /** Puts an upload there as another page has left it. */
  leave(id: string, input: object, content: Buffer, received: number): void {
    this.uploads.set(id, {
      input: JSON.stringify(input),
      length: content.length,
      bytes: content.subarray(0, received),
    });
  }

  #answer(method: string, url: string, headers: ReadonlyMap<string, string>, body: Buffer | null): Answer {
    if (method === 'POST') return this.#create(headers, body);
    const upload = this.uploads.get(idOf(url));
    if (upload === undefined) return { status: 404, body: problem('UploadNotFound') };
    if (method === 'DELETE') {
      this.uploads.delete(idOf(url));
      return { status: 204 };
    }
    if (method === 'PATCH') {
      if (Number(headers.get('Upload-Offset')) !== upload.bytes.length)
        return { status: 409, body: problem('UploadOffsetMismatch') };
      const refusal = append(upload, body);
      if (refusal !== undefined) return refusal;
      return { status: 204, headers: { 'Upload-Offset': String(upload.bytes.length) } };
    }
    return {
      status: 200,
      headers: { 'Upload-Offset': String(upload.bytes.length), 'Upload-Length': String(upload.length) },
    };
  }

  #create(headers: ReadonlyMap<string, string>, body: Buffer | null): Answer {
    const key = headers.get('Idempotency-Key') ?? '';
    const id = [...this.uploads].find(([, { key: used }]) => used === key)?.[0] ?? this.#begin(headers, key);
    const upload = this.uploads.get(id);
    if (upload === undefined) throw new Error(`there is no upload ${id}`);
    const refusal = upload.bytes.length === 0 ? append(upload, body) : undefined;
    if (refusal !== undefined) return refusal;
    return {
      status: 201,
      headers: { Location: `/api/uploads/${id}`, 'Upload-Offset': String(upload.bytes.length) },
      ...(this.isSilent ? {} : { body: JSON.stringify({ uploadId: id, result: upload.result }) }),
    };
  }

  #begin(headers: ReadonlyMap<string, string>, key: string): string {
    this.#created += 1;
    const id = `u${this.#created}`;
    const input = Buffer.from(headers.get('Upload-Metadata')?.replace(/^input /, '') ?? '', 'base64').toString();
    this.uploads.set(id, { input, length: Number(headers.get('Upload-Length')), bytes: Buffer.alloc(0), key });
    return id;
  }
}

/** Adds bytes to an upload, and commits it with the last of them. */
function append(upload: StoredUpload, body: Buffer | null): Answer | undefined {
  upload.bytes = Buffer.concat([upload.bytes, body ?? Buffer.alloc(0)]);
  return upload.bytes.length === upload.length ? commit(upload) : undefined;
}

function commit(upload: StoredUpload): Answer | undefined {
  const input: { storeName: string; id: string; contentHash: string } = JSON.parse(upload.input);
  const contentHash = createHash('sha256').update(upload.bytes).digest('hex');
  if (contentHash !== input.contentHash) return { status: 400, body: problem('ContentHashMismatch') };
  upload.result = {
    ...{ storeName: input.storeName, id: input.id, contentHash, contentLength: upload.length },
    ...{ contentType: 'text/plain', etag: '"b1"', versionId: '1', metadata: {}, entryEtag: '"e1"', version: 1 },
    lastModifiedOn: '2026-11-21T10:00:00.000Z',
  };
  return undefined;
}

/** The problem document of a refusal. */
export const problem = (code: string) => JSON.stringify({ code, detail: `It is ${code}.` });

const idOf = (url: string) => url.split('/').at(-1) ?? '';

function responseOf({ status, headers = {}, body = '' }: Answer): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers[name],
    getBody: () => body,
    getUnderlyingObject: () => undefined,
  };
}

/** Remembers uploads as a browser's storage does, across pages of one test. */
export class MemoryStorage implements UrlStorage {
  readonly kept = new Map<string, PreviousUpload & { fingerprint: string }>();

  findAllUploads = async () => [...this.kept.values()];
  findUploadsByFingerprint = async (fingerprint: string) =>
    [...this.kept.values()].filter((upload) => upload.fingerprint === fingerprint);
  removeUpload = async (key: string) => void this.kept.delete(key);
  addUpload = async (fingerprint: string, upload: PreviousUpload) => {
    const key = `k${this.kept.size + 1}`;
    this.kept.set(key, { ...upload, fingerprint, urlStorageKey: key });
    return key;
  };
}

/** Reads slices of a blob into buffers, as the requests of this service carry them. */
export const blobReader: FileReader = {
  openFile: async (blob: Blob) => ({
    size: blob.size,
    slice: async (start, end) => {
      const bytes = Buffer.from(await blob.slice(start, end).arrayBuffer());
      return { value: Object.assign(bytes, { size: bytes.length }), done: end >= blob.size };
    },
    close() {},
  }),
};
