import { isThrownError, partOf, textOfThrown } from '#contract';

/**
 * What the log tells of a value that a handler threw: not its other members, as errors of HTTP clients have requests with
 * credentials. Never throws, whatever the value does when it is read.
 */
export function toldOfThrown(thrown: unknown): { thrown: { name?: string; message: string; stack?: string } } {
  if (!isThrownError(thrown)) {
    const isText = typeof thrown !== 'object' && typeof thrown !== 'function';
    return { thrown: { message: isText || thrown === null ? textOfThrown(thrown) : 'a value that is no error' } };
  }
  const [name, message, stack] = (['name', 'message', 'stack'] as const).map((part) => partOf(thrown, part));
  return {
    thrown: {
      ...(typeof name === 'string' && { name }),
      message: typeof message === 'string' ? message : '',
      ...(typeof stack === 'string' && { stack }),
    },
  };
}
