import { parseJson } from '#contract';
import { deserialize, type SerializerOptions } from '../serializer.ts';

/** The bytes of a blob, read completely by a synchronous download. */
export class BlobBytes {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns the bytes as UTF-8 text. */
  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  /** Returns the bytes as JSON. Without a schema, the type `T` is not checked. */
  json<T>(serializer: SerializerOptions<T> = {}): T {
    return deserialize(parseJson(this.text()), serializer, 'GetBlob');
  }
}
