import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretsKey } from './secrets-key.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM. `label` is bound to the result: it opens only under the same label. */
export function seal(key: SecretsKey, text: string, label: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made. Throws when the key or the label is another one, or a bit has changed. */
export function unseal(key: SecretsKey, sealed: Uint8Array, label: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(label));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
