import type { Call } from '../verb.ts';
import { hashPassword } from './password.ts';

/**
 * Hashes a password that a caller sets. Others can be hashed before, for seconds: who has lost the rights meanwhile is refused,
 * and `call.caller` is the caller as it is then.
 */
export function hashedOutOfTurn(password: string, { outOfTurn }: Pick<Call, 'outOfTurn'>): Promise<string> {
  return outOfTurn(() => hashPassword(password));
}
