import type { IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';
import busboy from 'busboy';
import { blobUploadOptions, type JsonValue, limits, TaskdeckError, Turn } from '#contract';
import type { Content } from './content.ts';
import { parseLargeBody } from './parse-body.ts';
import { parserOfBody } from './parse-input.ts';

/** The parts of a multipart body before its bytes. */
type MultipartStart = { input: JsonValue; bytes: Buffer; content: Omit<Content, 'signal'> };

const optionsOf = parserOfBody(blobUploadOptions.partial());
const chunkBytes = 1024 * 1024;

/** The parts that hold JSON, as a field or as a file. */
const jsonParts: ReadonlySet<string> = new Set(['input', 'options']);

export function isMultipart(incoming: IncomingMessage): boolean {
  return /^multipart\/form-data\s*;/i.test(incoming.headers['content-type'] ?? '');
}

/**
 * Reads `multipart/form-data` up to the bytes of its file: the parts `input` (JSON), `options` (JSON, optional) and
 * `blob`, in this order. The file's stream fails when the body is broken, ends too early or has another part after the
 * file. It ends when the whole body has arrived. A refusal leaves the request open, so that it is answered. `mayParse` is
 * called with the length of the JSON before it is parsed.
 */
export function readMultipart(
  incoming: IncomingMessage,
  mayParse: (bytes: number) => Promise<void>,
): Promise<MultipartStart> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string | Buffer>();
    const whole = Promise.withResolvers<void>();
    whole.promise.catch(() => {}); // reported by the file's stream, if there is one
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: incoming.headers,
        defParamCharset: 'utf8',
        fileHwm: chunkBytes,
        highWaterMark: chunkBytes,
        limits: { fields: 2, files: 3, fieldSize: limits.requestBodyBytes, fieldNameSize: 100, headerPairs: 20 },
      });
    } catch (error) {
      reject(notMultipart(error));
      return;
    }
    const files = new Map<string, Promise<Buffer>>();
    const refuse = (error: TaskdeckError) => {
      reject(error);
      whole.reject(error);
      incoming.unpipe(parser);
    };
    let hasBlob = false;
    const refusalOf = (name: string) => {
      if (!jsonParts.has(name)) return misplaced(`"${name}" is not a part of it`);
      if (hasBlob) return misplaced(`"${name}" comes before "blob"`);
      return fields.has(name) || files.has(name) ? misplaced(`"${name}" stands in it twice`) : undefined;
    };
    parser.on('field', (name, text, { valueTruncated }) => {
      const refusal = valueTruncated ? tooLarge(name) : refusalOf(name);
      if (refusal === undefined) fields.set(name, text);
      else refuse(refusal);
    });
    parser.on('file', async (name, stream, { filename, mimeType }) => {
      try {
        if (name !== 'blob') {
          const refusal = refusalOf(name);
          if (refusal !== undefined) throw refusal;
          files.set(name, bytesOf(name, stream));
          await files.get(name);
          return;
        }
        if (hasBlob) throw misplaced('it has more than one file "blob"');
        hasBlob = true;
        for (const [part, bytes] of files) fields.set(part, await bytes);
        const file = { stream: endingWith(whole.promise, stream), contentType: mimeType, fileName: filename };
        const { options, ...start } = await startOf(fields, mayParse);
        resolve({ ...start, content: { ...file, contentLength: undefined, options } });
      } catch (error) {
        stream.on('error', () => {}).resume(); // what follows is read, so that the answer is received
        reject(error);
        whole.reject(error);
      }
    });
    parser.on('filesLimit', () => refuse(misplaced('it has more files than input, options and blob')));
    parser.on('fieldsLimit', () => refuse(misplaced('it has more parts than input, options and blob')));
    finished(parser, (error) => {
      const problem = error ? notMultipart(error) : misplaced('it has no part "blob" with a file');
      if (error || !hasBlob) reject(problem);
      if (error) whole.reject(problem);
      else whole.resolve();
    });
    finished(incoming, (error) => {
      if (error) parser.destroy(error);
    });
    incoming.pipe(parser); // unlike a pipeline, it does not end the connection when the parser fails
  });
}

/** The bytes of a JSON part that is sent as a file: a `Blob` in a browser's `FormData` is one. */
async function bytesOf(name: string, stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > limits.requestBodyBytes) throw tooLarge(name);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The stream's bytes. Its end waits for the end of the body. */
function endingWith(whole: Promise<void>, stream: Readable): Readable {
  const bytes = new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => void whole.then(() => done(), done),
  });
  finished(stream, (error) => {
    if (error) bytes.destroy(notMultipart(error));
  });
  finished(bytes, (error) => {
    if (error) stream.destroy();
  });
  return stream.pipe(bytes);
}

/** Parses the JSON parts. Each copy of what may be 16 MiB long has a turn of its own. */
async function startOf(fields: ReadonlyMap<string, string | Buffer>, mayParse: (bytes: number) => Promise<void>) {
  const turn = new Turn();
  const inItsTurn = async (part: string | Buffer): Promise<Buffer> => {
    await turn.next();
    return typeof part === 'string' ? Buffer.from(part) : part;
  };
  const [input, options] = [fields.get('input'), fields.get('options')];
  if (input === undefined) throw misplaced('the part "input" comes before "blob"');
  const [given, how] = [await inItsTurn(input), await inItsTurn(options ?? '')];
  await turn.next();
  const bytes = Buffer.concat([given, how]);
  await mayParse(given.length + how.length);
  return {
    input: await parseLargeBody(given, (pointer) => pointer === '/value'),
    options: options === undefined ? {} : optionsOf(await parseLargeBody(how)),
    bytes,
  };
}

function misplaced(message: string): TaskdeckError {
  return new TaskdeckError('InvalidRequest', `the multipart body: ${message}`, {
    details: [{ pointer: '', message }],
  });
}

function notMultipart(cause: unknown): TaskdeckError {
  return new TaskdeckError('InvalidRequest', 'the body is not multipart/form-data, or ends too early', { cause });
}

function tooLarge(name: string): TaskdeckError {
  return new TaskdeckError('PayloadTooLarge', `the part "${name}" has at most ${limits.requestBodyBytes} bytes`);
}
