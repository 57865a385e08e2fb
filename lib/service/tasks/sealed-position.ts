import { TaskdeckError } from '#contract';
import { type SecretsKey, seal, unseal } from '#engine';

const job = 'page tokens';
const label = 'a position among values';

/**
 * Encrypts the position at the end of a page. In an order of values it holds the value of the last task that was read,
 * which may lie outside of the caller's bounds.
 */
export function sealPosition(key: SecretsKey, position: string): string {
  const { sealed, sealedWith } = seal(key, job, position, label);
  return `${sealed.toString('base64url')}.${sealedWith}`;
}

/** Decrypts what `sealPosition` returned. Throws `InvalidContinuationToken`. */
export function openPosition(key: SecretsKey, token: string): string {
  const [sealed = '', ...sealedWith] = token.split('.');
  try {
    return unseal(key, job, { sealed: Buffer.from(sealed, 'base64url'), sealedWith: sealedWith.join('.') }, label);
  } catch {
    throw new TaskdeckError(
      'InvalidContinuationToken',
      'the continuation token is not one of this list with this filter and order; start again without it',
    );
  }
}
