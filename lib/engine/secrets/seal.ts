import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { currentKey, type KeyJob, keysOf } from './job-keys.ts';
import type { SecretsKey } from './secrets-key.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** An encrypted text, and the id of its key. */
export type Sealed = { sealed: Uint8Array; sealedWith: string };

/**
 * Encrypts with AES-256-GCM and the current key of a job. `label` is bound to the result, which only opens under the
 * same label.
 */
export function seal(
  key: SecretsKey,
  job: KeyJob,
  text: string,
  label: string,
): { sealed: Buffer; sealedWith: string } {
  const { id, bytes } = currentKey(key, job);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
  cipher.setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]), sealedWith: id };
}

/**
 * Decrypts what `seal` returned, also with a former key. Throws `UnknownKeyError` when this process lacks the key, and an
 * `Error` for another label or a changed bit.
 */
export function unseal(key: SecretsKey, job: KeyJob, { sealed, sealedWith }: Sealed, label: string): string {
  const bytes = keysOf(key, job).get(sealedWith);
  if (bytes === undefined) throw new UnknownKeyError(sealedWith, key);
  const decipher = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(label));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

/** A value is encrypted with a key that this process does not have. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';

  constructor(sealedWith: string, key: SecretsKey) {
    const known = [key, ...key.former].map(({ id }) => id).join(', ');
    super(
      `it was encrypted with the key ${sealedWith}, which does not come from the keys of this process (${known}): ` +
        'give every process the same TASKDECK_SECRETS_KEY',
    );
  }
}
