import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidAt } from '#contract';

/** Whose password it is: it must not be made of these. */
type PasswordOwner = { email: string; name: string };

/** Characters that a password has beside the name of its owner. */
const minimumBesideName = 8;

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Why a password of enough length cannot be used; `undefined` when it can. */
export function problemOfPassword(password: string, owner: PasswordOwner): string | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (isCommonPassword(text)) return 'this password is among the most common ones';
  if (isMadeOfName(text, owner)) return "a password is not made of the operator's name or e-mail address";
  return undefined;
}

/** Throws `InvalidRequest` at the pointer when the password cannot be used. */
export function checkPassword(password: string, owner: PasswordOwner, pointer: string): void {
  const message = problemOfPassword(password, owner);
  if (message !== undefined) throw invalidAt(pointer, message);
}

/** Whether a password in lower case is common. Also common: a common word with digits and signs at its ends, and anything that repeats one word or a few characters. */
export function isCommonPassword(text: string): boolean {
  const word = text.replaceAll(/^[^\p{L}]{1,6}|[^\p{L}]{1,6}$/gu, '');
  const unit = /^(.+?)\1+$/u.exec(text)?.[1];
  return common.has(text) || common.has(word) || (unit !== undefined && (unit.length <= 4 || common.has(unit)));
}

function isMadeOfName(text: string, { email, name }: PasswordOwner): boolean {
  const letters = (part: string) => part.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const parts = [email, ...email.split(/[@.]/), name, ...name.split(/\s+/)]
    .map(letters)
    .filter(({ length }) => length > 2);
  let rest = letters(text);
  const whole = rest.length;
  for (const part of parts.sort((one, other) => other.length - one.length)) rest = rest.replaceAll(part, '');
  return rest.length < whole && rest.length < minimumBesideName;
}
