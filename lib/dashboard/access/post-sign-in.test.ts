import { expect, it } from 'vitest';
import { postSignIn } from './post-sign-in.ts';

type Sent = { address: string; body: string };

function dashboard(answer: () => Response) {
  const sent: Sent[] = [];
  const send: typeof fetch = async (address, init) => {
    sent.push({ address: String(address), body: String(init?.body ?? '') });
    return address === '/api/auth/csrf' ? Response.json({ csrfToken: 'token' }) : answer();
  };
  return { sent, send };
}

it('sends what was given with a token, and is done when the answer names no error', async () => {
  const { sent, send } = dashboard(() => Response.json({ url: 'http://here/' }));
  expect(await postSignIn('credentials', { email: 'a@b', password: 'x&y' }, send)).toBeUndefined();
  expect(sent[1]).toEqual({
    address: '/api/auth/callback/credentials',
    body: 'email=a%40b&password=x%26y&callbackUrl=%2F&csrfToken=token&json=true',
  });
});

it('tells why it was refused', async () => {
  const refused = dashboard(() =>
    Response.json({ url: 'http://here/api/auth/error?error=CredentialsSignin' }, { status: 401 }),
  );
  expect(await postSignIn('credentials', {}, refused.send)).toEqual({ reason: 'credentials' });
});

it('says that nobody answered, whatever request is lost', async () => {
  const lost = async () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await postSignIn('passkey', {}, lost)).toEqual({ reason: 'unreachable' });
  const away = dashboard(() => new Response('<html>', { status: 502 }));
  expect(await postSignIn('invitation', {}, away.send)).toEqual({ reason: 'unreachable' });
});
