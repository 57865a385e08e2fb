import { encode } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { readSession } from './session.ts';
import { sessionContent, sessionCookie, sessionSecret } from './testing/stand-in.ts';

const config = { isSecure: false, sessionSecrets: [sessionSecret] } as const;
const read = (cookie: string, more = {}) => readSession(new Headers({ cookie }), { ...config, ...more });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a session cookie', () => {
  it('holds who is signed in and the refresh token', async () => {
    expect(await read(await sessionCookie())).toEqual(sessionContent);
    expect(await read(`other=1; ${await sessionCookie()}; taskdeck.zone=UTC`)).toEqual(sessionContent);
  });

  it('counts once where its name stands twice: the last, as for next-auth', async () => {
    const other = await sessionCookie({ ...sessionContent, refreshToken: 'refresh-2' });
    expect(await read(`${await sessionCookie()}; ${other}`)).toMatchObject({ refreshToken: 'refresh-2' });
  });

  it('is not hidden by a cookie whose name only ends like it', async () => {
    expect(await read(`${await sessionCookie()}; my-taskdeck.session=x`)).toEqual(sessionContent);
  });

  it('has the name that is tied to the host over https, and no other then', async () => {
    const name = '__Host-taskdeck.session';
    expect(await read(await sessionCookie(sessionContent, { name }), { isSecure: true })).toEqual(sessionContent);
    expect(await read(await sessionCookie(), { isSecure: true })).toBeUndefined();
    expect(await read(await sessionCookie(sessionContent, { name }))).toBeUndefined();
    expect(await read(await sessionCookie(sessionContent, { name: 'my-taskdeck.session' }))).toBeUndefined();
  });
});

it('a cookie of an older secret is read while that secret is named', async () => {
  const newer = 'a-newer-secret-that-is-long-enough-for-it';
  const sessionSecrets = [newer, sessionSecret] as const;
  expect(await read(await sessionCookie(), { sessionSecrets })).toEqual(sessionContent);
  expect(await read(await sessionCookie(sessionContent, { secret: newer }), { sessionSecrets })).toEqual(
    sessionContent,
  );
  expect(await read(await sessionCookie(), { sessionSecrets: [newer] })).toBeUndefined();
});

describe('no session has', () => {
  it('a request without a cookie', async () => {
    expect(await readSession(new Headers(), config)).toBeUndefined();
  });

  it.each(['', '1', 'true', '{"refreshToken":"x"}', 'a.b.c', 'a.b.c.d.e', btoa(JSON.stringify(sessionContent))])(
    'the arbitrary text %j',
    async (text) => expect(await read(`taskdeck.session=${text}`)).toBeUndefined(),
  );

  it.each([0, 2, 3, 4])('a cookie whose part %i was changed', async (part) => {
    const parts = (await sessionCookie()).split('.').slice(1);
    const jwe = parts
      .join('.')
      .replace(/^session=/, '')
      .split('.');
    const text = jwe[part] ?? '';
    jwe[part] = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(await read(`taskdeck.session=${jwe.join('.')}`)).toBeUndefined();
  });

  it('a cookie of another secret', async () => {
    const cookie = await sessionCookie(sessionContent, { secret: 'another-secret-that-is-long-enough-too' });
    expect(await read(cookie)).toBeUndefined();
  });

  it('a cookie that next-auth made for another purpose', async () => {
    const token = await encode({ token: sessionContent, secret: sessionSecret, salt: 'csrf' });
    expect(await read(`taskdeck.session=${token}`)).toBeUndefined();
  });

  it('a cookie past its own expiry', async () => {
    expect(await read(await sessionCookie(sessionContent, { maxAge: -60 }))).toBeUndefined();
  });

  it('a cookie past the expiry of its refresh token', async () => {
    const refreshExpiresOn = new Date(Date.now() - 1_000).toISOString();
    expect(await read(await sessionCookie({ ...sessionContent, refreshExpiresOn }))).toBeUndefined();
    expect(await read(await sessionCookie({ ...sessionContent, refreshExpiresOn: 'never' }))).toBeUndefined();
  });

  it.each([
    { operator: sessionContent.operator, refreshExpiresOn: inAnHour() },
    { refreshToken: 'r', refreshExpiresOn: inAnHour() },
    { ...sessionContent, refreshToken: 7 },
    { ...sessionContent, operator: 'admin' },
    {},
  ])('a cookie with the content %j', async (content) => {
    expect(await read(await sessionCookie(content))).toBeUndefined();
  });
});
