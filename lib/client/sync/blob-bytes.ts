import { parseJson } from '#contract';
import { deserialize, type SerializerOptions } from '../serializer.ts';

/** The bytes of a blob that a synchronous download has read whole. */
export class BlobBytes {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bytes(): Uint8Array {
    return this.#bytes;
  }

  /** As UTF-8 text. */
  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  /** As JSON: checked where a schema is given, else a `T` by the caller's word. */
  json<T>(serializer: SerializerOptions<T> = {}): T {
    return deserialize(parseJson(this.text()), serializer, 'GetBlob');
  }
}
