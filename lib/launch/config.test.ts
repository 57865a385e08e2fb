import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('everything has a default that works on a laptop', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    dashboard: { port: 3000, host: '127.0.0.1', url: 'http://localhost:3000' },
    service: { port: 7700, url: 'http://127.0.0.1:7700' },
    databaseUrl: undefined,
  });
  expect(config.dataFolder).toMatch(/\/\.data$/);
});

test('the samples are served on the embedded database, elsewhere only when asked', () => {
  const DATABASE_URL = 'postgres://ada@localhost/taskdeck';
  expect(readConfig({}).hasSamples).toBe(true);
  expect(readConfig({ DATABASE_URL: '' }).hasSamples).toBe(true);
  expect(readConfig({ DATABASE_URL }).hasSamples).toBe(false);
  expect(readConfig({ DATABASE_URL, TASKDECK_SAMPLES: 'true' }).hasSamples).toBe(true);
  expect(readConfig({ TASKDECK_SAMPLES: 'false' }).hasSamples).toBe(false);
});

test('the worker may reach the address of the sample request only with the samples, and only by default', () => {
  const TASKDECK_HTTP_ALLOW = '10.0.0.0/8';
  expect(readConfig({}).httpAllow).toEqual({ text: '127.0.0.1:59999', isForSamples: true });
  expect(readConfig({ TASKDECK_SAMPLES: 'false' }).httpAllow).toEqual({ text: '', isForSamples: false });
  expect(readConfig({ TASKDECK_HTTP_ALLOW }).httpAllow).toEqual({ text: TASKDECK_HTTP_ALLOW, isForSamples: false });
});

test('addresses follow from ports and hosts', () => {
  const config = readConfig({
    PORT: '80',
    TASKDECK_HOST: '0.0.0.0',
    TASKDECK_SERVICE_HOST: '::',
    TASKDECK_SERVICE_PORT: '81',
    TASKDECK_URL: 'https://tasks.example.com/',
  });
  expect(config.dashboard.url).toBe('https://tasks.example.com');
  expect(config.service.url).toBe('http://127.0.0.1:81');
});

test.each([
  [{ PORT: 'abc' }, 'PORT: "abc" is not allowed. Allowed: a port from 1 to 65535.'],
  [
    { TASKDECK_SERVICE_PORT: '70000' },
    'TASKDECK_SERVICE_PORT: "70000" is not allowed. Allowed: a port from 1 to 65535.',
  ],
  [{ DATABASE_URL: 'mysql://root:secret@x/y' }, 'DATABASE_URL: its value is not allowed. Allowed: a postgres:// URL.'],
  [{ TASKDECK_SAMPLES: 'yes' }, 'TASKDECK_SAMPLES: "yes" is not allowed. Allowed: true or false.'],
  [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET: its value is not allowed. Allowed: at least 32 characters.'],
  [{ TASKDECK_URL: 'tasks' }, 'TASKDECK_URL: "tasks" is not allowed. Allowed: an http or https URL.'],
])('%o is refused with a sentence', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});
