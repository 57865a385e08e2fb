import { isThrownError, partOf, textOfThrown } from '#contract';
import { maskGivenSecrets } from '#engine';

/**
 * What the log tells of a value that a handler threw, with the values of secrets masked. Its other members are left out, as
 * errors of HTTP clients have requests with credentials. Never throws, whatever the value does when it is read.
 */
export function toldOfThrown(thrown: unknown): { thrown: { name?: string; message: string; stack?: string } } {
  if (!isThrownError(thrown)) {
    const isText = typeof thrown !== 'object' && typeof thrown !== 'function';
    return {
      thrown: {
        message: isText || thrown === null ? maskGivenSecrets(textOfThrown(thrown)) : 'a value that is no error',
      },
    };
  }
  const [name, message, stack] = (['name', 'message', 'stack'] as const).map((part) => partOf(thrown, part));
  return {
    thrown: {
      ...(typeof name === 'string' && { name: maskGivenSecrets(name) }),
      message: typeof message === 'string' ? maskGivenSecrets(message) : '',
      ...(typeof stack === 'string' && { stack: maskGivenSecrets(stack) }),
    },
  };
}
