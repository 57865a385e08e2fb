import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { SentBody } from '../sent-body.ts';
import type { PreparedSource } from './blob-source.ts';

/**
 * A source while it is sent: counts and hashes its bytes, from the start for each try. `failure` keeps the source's
 * error, so that it is not mistaken for a connection error.
 */
export class UploadBody implements SentBody {
  readonly #source: PreparedSource;
  readonly #tell: ((loadedBytes: number) => void) | undefined;
  #stream: Transform | undefined;
  onProgress: (() => void) | undefined;
  /** SHA-256 of the source, after a try has read all of it. */
  contentHash: string | undefined;
  /** The error of the source. */
  failure: { reason: unknown } | undefined;

  constructor(source: PreparedSource, tell: ((loadedBytes: number) => void) | undefined) {
    this.#source = source;
    this.#tell = tell;
  }

  /** Whether the source has been read partly and cannot be read again. */
  get isSpent(): boolean {
    return this.#stream !== undefined && !this.#source.isRewindable;
  }

  canBeSent(): boolean {
    return this.failure === undefined && !this.isSpent;
  }

  /** Returns the bytes from the beginning. */
  open(): Transform {
    this.stop();
    const hash = createHash('sha256');
    let loadedBytes = 0;
    const expected = this.#source.length;
    const stream = new Transform({
      highWaterMark: 1024 * 1024,
      transform: (chunk: Buffer, _, done) => {
        hash.update(chunk);
        loadedBytes += chunk.length;
        if (expected !== undefined && loadedBytes > expected) {
          done(new RangeError(`source: has more than the declared ${expected} bytes`));
          return;
        }
        try {
          this.onProgress?.();
          this.#tell?.(loadedBytes);
          done(null, chunk);
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
      flush: (done) => {
        const isShort = expected !== undefined && loadedBytes < expected;
        if (!isShort) this.contentHash = hash.digest('hex');
        done(isShort ? new RangeError(`source: has ${loadedBytes} bytes, not the declared ${expected}`) : null);
      },
    });
    this.#stream = stream;
    const note = (error: NodeJS.ErrnoException | null | undefined) => {
      const isLeft = error === undefined || error === null || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!isLeft && this.#stream === stream) this.failure ??= { reason: error };
    };
    stream.once('error', note); // set before the request fails, which would be mistaken for a connection error
    pipeline(this.#source.open(), stream, note);
    return stream;
  }

  /** Closes the source. Unsent bytes are not sent. */
  stop(): void {
    this.#stream?.destroy();
  }
}
