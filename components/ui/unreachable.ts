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

/** The problem of a request that threw an error where an answer was expected. */
export function whyUnanswered(error: unknown): typeof unreachable | typeof oldPage {
  return error instanceof Error && error.name === 'UnrecognizedActionError' ? oldPage : unreachable;
}
