import { expect, it } from 'vitest';
import { goToProvider } from './go-to-provider.ts';

function dashboard(answer: () => Response | Promise<Response>) {
  const sent: { address: string; body: string }[] = [];
  const left: string[] = [];
  const send: typeof fetch = async (address, init) => {
    sent.push({ address: String(address), body: String(init?.body ?? '') });
    return address === '/api/auth/csrf' ? Response.json({ csrfToken: 'token' }) : answer();
  };
  return { sent, left, parts: { send, leave: (address: string) => void left.push(address) } };
}

it('opens the address of the provider that the dashboard answers with', async () => {
  const { sent, left, parts } = dashboard(() => Response.json({ url: 'https://id.example/authorize?state=1' }));
  expect(await goToProvider('acme', '/tasks?filter=a', { ...parts, asked: { prompt: 'login' } })).toBeUndefined();
  expect(left).toEqual(['https://id.example/authorize?state=1']);
  expect(sent[1]).toEqual({
    address: '/api/auth/signin/acme?prompt=login',
    body: 'callbackUrl=%2Ftasks%3Ffilter%3Da&csrfToken=token&json=true',
  });
});

it('stays on the page, and says why, when the provider or the dashboard does not answer', async () => {
  const away = dashboard(() => Response.json({ url: 'http://here/sign-in?error=OAuthSignin' }));
  expect(await goToProvider('acme', '/', away.parts)).toEqual({ reason: 'providerAway' });
  const cut = dashboard(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await goToProvider('acme', '/', cut.parts)).toEqual({ reason: 'unreachable' });
  expect([...away.left, ...cut.left]).toEqual([]);
});
