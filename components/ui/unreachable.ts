/** The problem of a request that the dashboard did not answer. */
export const unreachable: { code: 'Unreachable'; detail: string; errors?: never } = {
  code: 'Unreachable',
  detail: 'The dashboard did not answer. Check the connection and try again.',
};

/** The problem of an action of a page that is older than the dashboard, which has other names for its actions. */
const oldPage: { code: 'OldPage'; detail: string; errors?: never } = {
  code: 'OldPage',
  detail: 'A newer version of the dashboard runs, so nothing was done. Reload the page, then try again.',
};

/** The problem of a request that was made while the browser had no connection. It is still shown when the connection is back. */
const notSent: { code: 'NothingDone'; detail: string; errors?: never } = {
  code: 'NothingDone',
  detail: 'There was no connection, so this was not sent. Try again once you are connected.',
};

/** The failure of a request that the browser did not send. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/** The problem of a request that threw an error where an answer was expected. */
export function whyUnanswered(error: unknown): typeof unreachable | typeof oldPage | typeof notSent {
  if (!(error instanceof Error)) return unreachable;
  if (error.name === 'NotSentError') return notSent;
  return error.name === 'UnrecognizedActionError' ? oldPage : unreachable;
}
