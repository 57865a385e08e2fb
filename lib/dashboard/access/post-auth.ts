/** What next-auth answers to a form: whether it did what was asked, and the address that it leads to. */
type AuthAnswer = { ok: boolean; url: URL };

/**
 * Sends a form to a route of next-auth below `/api/auth/`, with the token against forged requests. The page stays: the
 * functions of next-auth open an error page when the dashboard does not answer, and what is not saved is lost. Rejects when
 * nobody answers.
 */
export async function postAuth(
  path: string,
  given: Readonly<Record<string, string>>,
  send: typeof fetch = fetch,
): Promise<AuthAnswer> {
  const { csrfToken }: { csrfToken: string } = await (await send('/api/auth/csrf')).json();
  const body = new URLSearchParams({ ...given, csrfToken, json: 'true' });
  const answer = await send(`/api/auth/${path}`, { method: 'POST', body });
  const { url }: { url: string } = await answer.json();
  return { ok: answer.ok, url: new URL(url, 'http://dashboard') };
}
