import { describe, expect, it } from 'vitest';
import { ConfigError } from '#contract';
import { readConfig } from './config.ts';

const secret = 'a-secret-that-is-long-enough-for-this-test';

describe('readConfig', () => {
  it('needs no more than a secret on a laptop', () => {
    expect(readConfig({ NEXTAUTH_SECRET: secret })).toMatchObject({
      serviceUrl: 'http://127.0.0.1:7700',
      isSecure: false,
    });
  });

  it('takes several secrets, newest first', () => {
    const older = secret.toUpperCase();
    expect(readConfig({ NEXTAUTH_SECRET: `${secret}, ${older}` }).sessionSecrets).toEqual([secret, older]);
  });

  it('finds the service at the port it was given', () => {
    const config = readConfig({ NEXTAUTH_SECRET: secret, TASKDECK_SERVICE_PORT: '7800' });
    expect(config.serviceUrl).toBe('http://127.0.0.1:7800');
  });

  it('marks cookies as secure where browsers come by https', () => {
    expect(readConfig({ NEXTAUTH_SECRET: secret, NEXTAUTH_URL: 'https://tasks.example.com' }).isSecure).toBe(true);
  });

  it('knows the name of a production environment', () => {
    expect(readConfig({ NEXTAUTH_SECRET: secret, TASKDECK_PRODUCTION: ' acme-live ' }).production).toBe('acme-live');
    expect(readConfig({ NEXTAUTH_SECRET: secret, TASKDECK_PRODUCTION: '' }).production).toBeUndefined();
  });

  it.each([
    [{}, /NEXTAUTH_SECRET is not set/],
    [{ NEXTAUTH_SECRET: `${secret},short` }, /NEXTAUTH_SECRET \(5 characters\)/],
    [{ NEXTAUTH_SECRET: 'short' }, /NEXTAUTH_SECRET \(5 characters\)/],
    [{ NEXTAUTH_SECRET: secret, TASKDECK_SERVICE_URL: 'nonsense' }, /TASKDECK_SERVICE_URL is "nonsense"; allowed/],
    [{ NEXTAUTH_SECRET: secret, TASKDECK_SERVICE_URL: 'http://tasks.example.com' }, /plain http to another machine/],
    [{ NEXTAUTH_SECRET: secret, TASKDECK_TRUSTED_PROXIES: '10.0.0.1, proxy' }, /TASKDECK_TRUSTED_PROXIES is "10/],
    [{ NEXTAUTH_SECRET: secret, TASKDECK_PRODUCTION: ' ' }, /TASKDECK_PRODUCTION is " "; allowed: a name/],
    [{ NEXTAUTH_SECRET: secret, NEXTAUTH_URL: 'ftp://x' }, /NEXTAUTH_URL is "ftp:\/\/x"; allowed/],
  ])('stops with a sentence: %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it('never shows the secret', () => {
    expect(() => readConfig({ NEXTAUTH_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
  });
});
