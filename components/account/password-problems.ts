import type { ProblemDetail } from '#contract';

/** Why a password was not changed, as far as the form shows it. */
export type PasswordRefusal = { code: string; detail: string; errors?: readonly ProblemDetail[] };

/** What the form shows at its fields, and what it shows below them. */
export type PasswordProblems = { current?: string; next?: string; repeated?: string; general?: string };

const unknown =
  'It is not known whether the password was changed. Check the connection and try again. If the current password is refused then, the new one is in place.';

/** Puts a refusal at the field that it is about. */
export function passwordProblems({ code, detail, errors = [] }: PasswordRefusal): PasswordProblems {
  if (code === 'InvalidCredentials') return { current: 'The current password is wrong.' };
  if (code === 'Unreachable') return { general: unknown };
  const next = errors.find(({ pointer }) => pointer === '/newPassword');
  return next === undefined ? { general: detail } : { next: asSentence(next.message) };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
