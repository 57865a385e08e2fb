import { Readable } from 'node:stream';
import { parseJson } from '#contract';
import { deserialize, type SerializerOptions } from '../serializer.ts';

/**
 * The bytes of a blob, read once, as they come: iterate over them, or take them as a stream or whole. Whoever does
 * neither closes it (`await using` does), so that its connection is released.
 */
export class BlobContent implements AsyncIterable<Uint8Array>, AsyncDisposable {
  readonly #bytes: AsyncGenerator<Uint8Array, undefined>;

  constructor(bytes: AsyncGenerator<Uint8Array, undefined>) {
    this.#bytes = bytes;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#bytes;
  }

  /** As a Node stream. */
  stream(): Readable {
    return Readable.from(this.#bytes, { objectMode: false, highWaterMark: 1024 * 1024 });
  }

  /** All of them in memory. */
  async bytes(): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(this.#bytes));
  }

  /** All of them as UTF-8 text. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** All of them as JSON: checked where a schema is given, else a `T` by the caller's word. */
  async json<T>(serializer: SerializerOptions<T> = {}): Promise<T> {
    return deserialize(parseJson(await this.text()), serializer, 'GetBlob');
  }

  /** Ends the download, if it has not ended. */
  async close(): Promise<void> {
    await this.#bytes.return(undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
