import { type FingerprintKey, fingerprintKeyOf } from '../run/fingerprint.ts';
import { toTaskError as convert } from '../run/task-error.ts';

/** The key of fingerprints of a worker that a test plays. */
export const testFingerprintKey: FingerprintKey = fingerprintKeyOf(Buffer.alloc(32, 'key'));

type Source = Omit<Parameters<typeof convert>[1], 'key'>;

/** Converts what was thrown as a worker with `testFingerprintKey` does. */
export function toTaskError(thrown: unknown, source: Source, step?: string) {
  return convert(thrown, { ...source, key: testFingerprintKey }, step);
}
