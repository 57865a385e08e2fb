import { causeChain, isThrownError, partOf, textOfThrown } from '#contract';

/** The maximum number of errors of an `AggregateError` whose messages are told. */
const mostTogether = 3;

/** What stands in a stack before that of each cause. */
export const beforeCause = 'Caused by: ';

/** What led to an error: its `cause`, the cause of that, and the `errors` of an `AggregateError`. */
type ToldCauses = {
  /** The message of the error, followed by those of its causes that it does not have in it. */
  message: string;
  /** The code of the first that has one, the error included. */
  code: string | number | undefined;
  /** The stacks of the causes, each with a line before it. Empty without any. */
  stacks: string;
};

/** Tells the causes of an error: `fetch failed` is a message that says nothing without them. */
export function toldCauses(error: Error): ToldCauses {
  const chain = causeChain(error).map((one) => ({ one, together: togetherIn(one) }));
  const told = chain.flatMap(({ one, together }) => [one, ...together]);
  const messages: string[] = [];
  const isNew = (text: string) => text !== '' && !messages.some((before) => before.includes(text));
  for (const { one, together } of chain)
    messages.push(...[messageOf(one), together.map(messageOf).filter(isNew).join('; ')].filter(isNew));
  return {
    message: messages.join(': '),
    code: told.map(codeOf).find((code) => code !== undefined),
    stacks: stacksOf(told),
  };
}

/** The message of a thrown value as a text. Some libraries give an error one that is none. */
export function messageOf(thrown: unknown): string {
  if (!isThrownError(thrown)) return textOfThrown(thrown);
  const message = partOf(thrown, 'message');
  return message === undefined ? '' : textOfThrown(message);
}

/** The stacks of all but the first. That of a `StepFailedError` has those of its causes in it. */
function stacksOf(told: readonly unknown[]): string {
  const [own = '', ...others] = told.map((one) => (isThrownError(one) ? partOf(one, 'stack') : undefined));
  let text = '';
  for (const stack of others)
    if (typeof stack === 'string' && !`${own}${text}`.includes(stack)) text += `\n${beforeCause}${stack}`;
  return text;
}

function togetherIn(thrown: unknown): unknown[] {
  const errors = isThrownError(thrown) ? partOf(thrown, 'errors') : undefined;
  return Array.isArray(errors) ? errors.slice(0, mostTogether) : [];
}

function codeOf(thrown: unknown): string | number | undefined {
  const code = isThrownError(thrown) ? partOf(thrown, 'code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}
