import { Readable } from 'node:stream';
import { parseJson } from '#contract';
import { deserialize, type SerializerOptions } from '../serializer.ts';

/**
 * The bytes of a blob, which can be read once: iterate over them, or read them as a stream or as a whole. If you do
 * neither, close it (`await using` does) to release its connection.
 */
export class BlobContent implements AsyncIterable<Uint8Array>, AsyncDisposable {
  readonly #bytes: AsyncGenerator<Uint8Array, undefined>;

  constructor(bytes: AsyncGenerator<Uint8Array, undefined>) {
    this.#bytes = bytes;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#bytes;
  }

  /** Returns the bytes as a Node stream. */
  stream(): Readable {
    return Readable.from(this.#bytes, { objectMode: false, highWaterMark: 1024 * 1024 });
  }

  /** Reads all bytes into memory. */
  async bytes(): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(this.#bytes));
  }

  /** Reads all bytes as UTF-8 text. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** Reads all bytes as JSON. Without a schema, the type `T` is not checked. */
  async json<T>(serializer: SerializerOptions<T> = {}): Promise<T> {
    return deserialize(parseJson(await this.text()), serializer, 'GetBlob');
  }

  /** Ends the download if it has not ended. */
  async close(): Promise<void> {
    await this.#bytes.return(undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
