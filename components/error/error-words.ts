import { hiddenMessage } from '#contract';

/** What stands in the place of a message that the caller may not see. */
export const hiddenWords = 'message redacted';

/** An error as one text: its name and, where it has one, its message. */
export function errorWords({ name, message }: { name: string; message: string }): string {
  if (message === '') return name;
  return `${name}: ${message === hiddenMessage ? hiddenWords : message}`;
}
