import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { SentBody } from '../sent-body.ts';
import type { PreparedSource } from './blob-source.ts';

/**
 * A source on its way out: counts and hashes what is read of it, anew for each try. What the source itself breaks with
 * is kept in `failure`, so that it is not taken for the connection's fault.
 */
export class UploadBody implements SentBody {
  readonly #source: PreparedSource;
  readonly #tell: ((loadedBytes: number) => void) | undefined;
  #stream: Transform | undefined;
  onProgress: (() => void) | undefined;
  /** SHA-256 of the source, once a try has read all of it. */
  contentHash: string | undefined;
  /** What the source broke with. */
  failure: { reason: unknown } | undefined;

  constructor(source: PreparedSource, tell: ((loadedBytes: number) => void) | undefined) {
    this.#source = source;
    this.#tell = tell;
  }

  /** Whether some of a source has been read that cannot be read again. */
  get isSpent(): boolean {
    return this.#stream !== undefined && !this.#source.isRewindable;
  }

  canBeSent(): boolean {
    return this.failure === undefined && !this.isSpent;
  }

  /** The bytes, from the beginning. */
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
          done(new RangeError(`source: has more than the ${expected} bytes it was said to have`));
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
        done(isShort ? new RangeError(`source: has ${loadedBytes} bytes, not ${expected}`) : null);
      },
    });
    this.#stream = stream;
    const note = (error: NodeJS.ErrnoException | null | undefined) => {
      const isLeft = error === undefined || error === null || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!isLeft && this.#stream === stream) this.failure ??= { reason: error };
    };
    stream.once('error', note); // before the request hears of it, and takes it for the connection's fault
    pipeline(this.#source.open(), stream, note);
    return stream;
  }

  /** Lets go of the source: what is not sent by now is not. */
  stop(): void {
    this.#stream?.destroy();
  }
}
