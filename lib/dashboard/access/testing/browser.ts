import NextAuth from 'next-auth';
import { type AuthParts, authOptions } from '../auth.ts';
import { host } from './stand-in.ts';

/** What next-auth answered. */
type BrowserAnswer = { status: number; location: string; body: unknown };

/** A browser as far as cookies go, in front of next-auth with the dashboard's settings. */
export function openTestBrowser(parts: AuthParts, noteFailedSignOut?: (error: unknown) => void) {
  const jar = new Map<string, string>();
  const setCookies: string[] = [];
  const headers = () =>
    new Headers({ host, 'sec-fetch-site': 'same-origin', cookie: [...jar].map((pair) => pair.join('=')).join('; ') });
  const handle = (request: object, response: object): Promise<unknown> =>
    NextAuth(authOptions(parts, headers(), noteFailedSignOut))(request, response);

  async function ask(action: string[], more: { form?: Record<string, string>; query?: Record<string, string> } = {}) {
    const answer: BrowserAnswer = { status: 200, location: '', body: {} };
    const response = {
      status(status: number) {
        answer.status = status;
        return response;
      },
      getHeader: () => [],
      setHeader(name: string, value: string | string[]) {
        if (name === 'Location') answer.location = String(value);
        if (name !== 'Set-Cookie') return;
        for (const line of [value].flat()) {
          setCookies.push(line);
          const [pair = '', ...attributes] = line.split('; ');
          const [cookie = '', ...text] = pair.split('=');
          if (attributes.includes('Max-Age=0') || text.join('=') === '') jar.delete(cookie);
          else jar.set(cookie, decodeURIComponent(text.join('=')));
        }
      },
      json: (body: unknown) => Object.assign(answer, { body }),
      send: (body: unknown) => Object.assign(answer, { body }),
      end: () => answer,
    };
    const body = more.form === undefined ? {} : { ...more.form, json: 'true' };
    const cookies = Object.fromEntries(jar);
    const method = more.form === undefined ? 'GET' : 'POST';
    await handle({ method, query: { ...more.query, nextauth: action }, body, cookies, headers: {} }, response);
    return answer;
  }
  async function post(action: string[], form: Record<string, string>, query: Record<string, string> = {}) {
    const { body } = await ask(['csrf']);
    const csrfToken = String(Reflect.get(Object(body), 'csrfToken'));
    return ask(action, { form: { csrfToken, ...form }, query });
  }
  return {
    jar,
    setCookies,
    ask,
    signIn: (form: Record<string, string>) => post(['callback', 'credentials'], form),
    signOut: (form: Record<string, string> = {}) => post(['signout'], form),
    /** Returns the address at the provider that the browser is sent to, or the one with the error. */
    async leaveTo(
      provider: string,
      form: Record<string, string> = {},
      query: Record<string, string> = {},
    ): Promise<string> {
      const { body } = await post(['signin', provider], form, query);
      return String(Reflect.get(Object(body), 'url'));
    },
    /** Follows the redirect that a provider answers with. Returns where the dashboard sends the browser then. */
    async comeBack(provider: string, url: string): Promise<string> {
      const query = Object.fromEntries(URL.parse(url)?.searchParams ?? []);
      return (await ask(['callback', provider], { query })).location;
    },
    headers,
  };
}

export type TestBrowser = ReturnType<typeof openTestBrowser>;
