/** The problem of a request that the dashboard did not answer. */
export const unreachable: { code: 'Unreachable'; detail: string; errors?: never } = {
  code: 'Unreachable',
  detail: 'The dashboard did not answer. Check the connection and try again.',
};
