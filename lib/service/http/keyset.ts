import { TaskdeckError } from '#contract';

/** An opaque continuation token: which list it belongs to, and the key after which the next page begins. */
export function writeKeyset(list: string, after: string): string {
  return Buffer.from(JSON.stringify([list, after])).toString('base64url');
}

/** The key in a token; `undefined` without a token. Throws `InvalidContinuationToken` for one that is not this list's. */
export function readKeyset(list: string, token: string | undefined, pattern = /^\d{1,18}$/): string | undefined {
  if (token === undefined) return undefined;
  try {
    const [owner, after]: unknown[] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (owner === list && typeof after === 'string' && pattern.test(after)) return after;
  } catch {
    // not one of ours: refused below like any other
  }
  throw new TaskdeckError('InvalidContinuationToken', 'this continuation token was not made by this list');
}
