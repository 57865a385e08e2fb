import { retryDelay } from '../live/retry-delay.ts';
import type { UploadFailure } from './upload-failure.ts';

/** A service that answers with failures is asked this often; a lost connection is waited for without end. */
const triesAtService = 8;

/** Counts the failed tries of an upload since bytes last arrived, and says what follows the next one. */
export class UploadTries {
  #failures = 0;
  #arrived = 0;

  /** How many bytes the service is known to have. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Only bytes that the service has are progress: a failing service takes any number of them from the wire. */
  noteArrived(bytes: number): void {
    if (bytes > this.#arrived) this.#failures = 0;
    this.#arrived = bytes;
  }

  /** Forgets the failures: someone wants it tried again. */
  beginAgain(): void {
    this.#failures = 0;
  }

  /**
   * Counts a failure. Returns after how many milliseconds to try again, and `undefined` where time alone changes nothing.
   */
  delayAfter({ retry, afterInMs = 0 }: UploadFailure): number | undefined {
    this.#failures += 1;
    if (retry === 'session') return this.#failures === 1 ? 0 : undefined; // the next request has a new token
    if (retry === 'never' || (retry === 'service' && this.#failures > triesAtService)) return undefined;
    return Math.max(afterInMs, retryDelay(this.#failures));
  }
}
