import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { scopes } from '#contract';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://user:hidden@db/taskdeck';

test('everything but the database has a default that works on a laptop', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    host: '127.0.0.1',
    port: 7700,
    oidc: undefined,
    logLevel: 'info',
    blobs: { store: 'file', folder: expect.stringMatching(/\.data.blobs$/) },
    stateRetentionInDays: 30,
    maximumBlobBytes: 5_368_709_120,
    needsApproval: new Set(),
    passkeyScopes: new Set(),
    callers: { requestsPerSecond: 10_000, concurrentWaits: 2_000, queuedTasks: 1_000_000, storedBytesPerHour: 2 ** 40 },
  });
});

test.for([
  [{ DATABASE_URL: '' }, /DATABASE_URL is not set/],
  [{ DATABASE_URL: 'mysql://user:hidden@db' }, /DATABASE_URL is "mysql:\/\/user:\*\*\*@db"/],
  [{ DATABASE_URL: 'postgres://user:hidden@one,:5432/db' }, /DATABASE_URL is "postgres:\/\/user:\*\*\*@one,:5432\/db"/],
  [{ DATABASE_READ_URL: 'postgres://user:hidden@one,other/db' }, /DATABASE_READ_URL .*one replica/],
  [{ TASKDECK_SERVICE_PORT: '70000' }, /TASKDECK_SERVICE_PORT is "70000"; allowed: a whole number from 0 to 65535/],
  [{ TASKDECK_SERVICE_HOST: 'a b' }, /TASKDECK_SERVICE_HOST is "a b"/],
  [{ TASKDECK_ADMIN_PASSWORD: 'hidden' }, /TASKDECK_ADMIN_PASSWORD \(a value of 6 characters\).*12 to 1024/],
  [{ TASKDECK_SECRETS_KEY: 'hidden' }, /TASKDECK_SECRETS_KEY \(a value of 6 characters\).*32 bytes in base64/],
  [{ TASKDECK_PUBLIC_URL: 'ftp://x' }, /TASKDECK_PUBLIC_URL is "ftp:\/\/x"/],
  [{ TASKDECK_DASHBOARD_KEY: 'hidden' }, /TASKDECK_DASHBOARD_KEY \(a value of 6 characters\).*at least 32/],
  [{ TASKDECK_TRUSTED_PROXIES: '10.0.0.0/33' }, /TASKDECK_TRUSTED_PROXIES is "10.0.0.0\/33"/],
  [
    { TASKDECK_AUDIT_RETENTION_DAYS: '4000' },
    /TASKDECK_AUDIT_RETENTION_DAYS is "4000"; allowed: a whole number from 1/,
  ],
  [
    { TASKDECK_NEEDS_APPROVAL: 'secrets, all' },
    /TASKDECK_NEEDS_APPROVAL is "secrets, all"; allowed: some of bulk-delete,/,
  ],
  [{ TASKDECK_PASSKEY_SCOPES: 'all' }, /TASKDECK_PASSKEY_SCOPES is "all"; allowed: scopes with commas/],
  [{ TASKDECK_PASSKEY_SCOPES: '*', TASKDECK_URL: 'http://10.0.0.1' }, /passkeys need a host name/],
  [{ TASKDECK_RETENTION_DAYS: '0' }, /TASKDECK_RETENTION_DAYS is "0"; allowed: a whole number from 1/],
  [
    { TASKDECK_STATE_RETENTION_DAYS: 'ever' },
    /TASKDECK_STATE_RETENTION_DAYS is "ever"; allowed: a whole number from 1/,
  ],
  [{ TASKDECK_MAXIMUM_BLOB_BYTES: '5G' }, /TASKDECK_MAXIMUM_BLOB_BYTES is "5G"; allowed: a whole number from 1/],
  [{ TASKDECK_BLOB_STORE: 'ftp' }, /TASKDECK_BLOB_STORE is "ftp"; allowed: file,/],
  [{ TASKDECK_BLOB_STORE: 's3' }, /TASKDECK_S3_BUCKET is not set/],
  [{ TASKDECK_QUEUED_TASKS: '0' }, /TASKDECK_QUEUED_TASKS is "0"; allowed: a whole number from 1 to 1000000000/],
  [{ TASKDECK_LOG_LEVEL: 'loud' }, /TASKDECK_LOG_LEVEL is "loud"; allowed: silent, error/],
  [{ TASKDECK_OIDC_ISSUER: 'http://issuer.example' }, /TASKDECK_OIDC_ISSUER is .*https/],
  [{ TASKDECK_OIDC_ISSUER: 'https://issuer.example' }, /TASKDECK_OIDC_AUDIENCE is not set/],
  [{ TASKDECK_OIDC_AUDIENCE: 'x' }, /TASKDECK_OIDC_ISSUER is not/],
  [
    {
      TASKDECK_OIDC_ISSUER: 'https://i.example',
      TASKDECK_OIDC_AUDIENCE: 'x',
      TASKDECK_OIDC_SCOPE_MAP: '{"a":["nothing"]}',
    },
    /TASKDECK_OIDC_SCOPE_MAP is .*allowed: a JSON object/,
  ],
] as const)('%o is refused with the variable, its value and what is allowed', ([environment, sentence]) => {
  const read = () => readConfig({ DATABASE_URL, ...environment });
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/hidden/);
});

test('what is given is taken', () => {
  const config = readConfig({
    DATABASE_URL,
    TASKDECK_SERVICE_PORT: '0',
    TASKDECK_PUBLIC_URL: 'https://tasks.example.org/api/',
    TASKDECK_SECRETS_KEY: randomBytes(32).toString('base64'),
    TASKDECK_OIDC_ISSUER: 'https://issuer.example',
    TASKDECK_OIDC_AUDIENCE: 'taskdeck',
    TASKDECK_OIDC_SCOPE_MAP: '{"admins":["*"],"readers":["tasks/read"]}',
    TASKDECK_OIDC_BOUNDS_MAP: '{"admins":{},"readers":{"types":["billing.*"]}}',
  });
  expect(config).toMatchObject({ port: 0, publicUrl: 'https://tasks.example.org/api' });
  expect(config.oidc?.boundsMap).toEqual({ admins: {}, readers: { types: ['billing.*'] } });
  expect(config.oidc?.scopeMap).toEqual({ admins: scopes, readers: ['tasks/read'] });
});

test('each bound is the last value that is taken', () => {
  const read = (environment: Record<string, string>) => () => readConfig({ DATABASE_URL, ...environment });
  const oidc = { TASKDECK_OIDC_AUDIENCE: 'x' };
  const taken = [
    { TASKDECK_SERVICE_PORT: '65535' },
    { TASKDECK_RETENTION_DAYS: '3650' },
    { TASKDECK_RETENTION_DAYS: '1' },
    { TASKDECK_MAXIMUM_BLOB_BYTES: '1099511627776' },
    { TASKDECK_ADMIN_PASSWORD: 'x'.repeat(12) },
    { TASKDECK_ADMIN_PASSWORD: 'x'.repeat(1_024) },
    { TASKDECK_TRUSTED_PROXIES: '10.0.0.0/32, 2001:db8::/128, ::1' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'http://127.0.0.1:1' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'http://localhost' },
  ];
  for (const environment of taken) expect(read(environment)).not.toThrow();
  const refused = [
    { TASKDECK_SERVICE_PORT: '65536' },
    { TASKDECK_RETENTION_DAYS: '3651' },
    { TASKDECK_MAXIMUM_BLOB_BYTES: '1099511627777' },
    { TASKDECK_MAXIMUM_BLOB_BYTES: '0' },
    { TASKDECK_ADMIN_PASSWORD: 'x'.repeat(11) },
    { TASKDECK_ADMIN_PASSWORD: 'x'.repeat(1_025) },
    { TASKDECK_TRUSTED_PROXIES: '10.0.0.0/8/8' },
    { TASKDECK_TRUSTED_PROXIES: '::1/129' },
    { TASKDECK_TRUSTED_PROXIES: 'proxy.example' },
    { TASKDECK_PUBLIC_URL: 'https://tasks.example.org/?a=1' },
    { TASKDECK_PUBLIC_URL: 'https://tasks.example.org/#a' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'http://127.0.0.1.example' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'ftp://127.0.0.1' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'https://i.example', TASKDECK_OIDC_SCOPE_MAP: '["*"]' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'https://i.example', TASKDECK_OIDC_SCOPE_MAP: '{"a":"*"}' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'https://i.example', TASKDECK_OIDC_BOUNDS_MAP: '{"a":"*"}' },
    { ...oidc, TASKDECK_OIDC_ISSUER: 'https://i.example', TASKDECK_OIDC_BOUNDS_MAP: '{' },
  ];
  for (const environment of refused) expect(read(environment), JSON.stringify(environment)).toThrow(/allowed: /);
});

test('without a word of it only this machine is trusted, and nothing ends by itself but old versions', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    trustedProxies: ['127.0.0.1', '::1'],
    dashboardKeys: [],
    retentionInDays: undefined,
    auditRetentionInDays: undefined,
    publicUrl: undefined,
    adminPassword: undefined,
    auditStream: undefined,
    hasMetrics: true,
    hasOpenApi: true,
  });
});
