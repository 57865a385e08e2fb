import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type BlobConfig, readBlobConfig } from '#blobs';
import {
  type ApprovalKind,
  approvalKinds,
  type BoundsMap,
  boundsMap,
  ConfigError,
  type Environment,
  limits,
  operatorPassword,
  parseScope,
  readDashboardKeys,
  readHiddenVariable,
  readSignInMethods,
  readVariable,
  type Scope,
  type SignInMethods,
  scopes,
} from '#contract';
import { parseDatabaseUrl } from '#database';
import { type HttpAllowRule, httpAllowVariable, parseHttpAllow, parseSecretsKey } from '#engine';
import { whyNoPasskeys } from './access/passkeys/relying-party.ts';
import type { SessionLimits } from './access/session.ts';
import type { SmtpConfig } from './alerts/sending.ts';
import { type AuditDestination, parseDestination } from './audit/destination.ts';
import type { CallerLimitsConfig } from './callers/caller-limits.ts';

/** A trusted issuer of tokens (OpenID Connect) besides the service itself. */
export type OidcConfig = {
  issuer: string;
  audience: string;
  /** The claim with scopes or groups: a string separated by spaces, or an array. */
  scopeClaim: string;
  /** The scopes of a value of that claim that is not a full scope itself. */
  scopeMap: Readonly<Record<string, readonly Scope[]>>;
  /** The bounds of each value of that claim. `undefined`: nothing is bounded. */
  boundsMap?: BoundsMap | undefined;
};

/** The service's settings, read once at its start. */
export type ServiceConfig = {
  databaseUrl: string;
  /** A replica of the database, which answers lists and statistics. */
  replicaUrl: string | undefined;
  /** A replica that is further behind answers nothing. */
  replicaAgeSeconds: number;
  host: string;
  /** 0 means any free port. */
  port: number;
  dataFolder: string;
  /** The password of the first operator. Generated when absent. */
  adminPassword: string | undefined;
  secretsKey: string | undefined;
  /** The start of every `nextLink`. Without it, the address that the caller used. */
  publicUrl: string | undefined;
  /** Peers whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** With one of these keys, the first address of `X-Forwarded-For` is trusted, whoever the peer is. */
  dashboardKeys: readonly string[];
  oidc: OidcConfig | undefined;
  /** How operators sign in. */
  signIn: SignInMethods;
  /** How long ended tasks without their own retention are kept. `undefined` means for ever. */
  retentionInDays: number | undefined;
  /** How long audit records are kept. `undefined` means for ever. */
  auditRetentionInDays: number | undefined;
  /** Whether `/metrics` answers. */
  hasMetrics: boolean;
  /** Whether `/v1/openapi.json` answers. */
  hasOpenApi: boolean;
  /** Where the audit trail is sent; `undefined`: nowhere. */
  auditStream: AuditDestination | undefined;
  /** The blob store, the same for all services and workers of a database. */
  blobs: BlobConfig;
  /** The maximum size of one blob. */
  maximumBlobBytes: number;
  /** How long replaced and deleted versions of state entries are kept. */
  stateRetentionInDays: number;
  /** How long sessions live: from the sign-in on, and without use. */
  sessions: SessionLimits;
  /** How long a proof of who an operator is counts as fresh. */
  freshProofSeconds: number;
  /** Scopes for which operators need a passkey. */
  passkeyScopes: ReadonlySet<Scope>;
  /** Kinds of operations that wait for a second person. */
  needsApproval: ReadonlySet<ApprovalKind>;
  /** Addresses that are not public and that webhooks of alerts may reach. */
  httpAllow: readonly HttpAllowRule[];
  /** The mail server of alerts; `undefined`: they send no e-mail. */
  smtp: SmtpConfig | undefined;
  /** Where browsers reach the dashboard, for links in notices of alerts. */
  dashboardUrl: string | undefined;
  /** What one caller may take of this process. */
  callers: CallerLimitsConfig;
  logLevel: LogLevel;
};

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];

/** Reads and checks the environment. Throws `ConfigError`. */
export function readConfig(environment: Environment): ServiceConfig {
  return {
    databaseUrl: databaseUrl(environment),
    replicaUrl: readHiddenVariable(environment, 'DATABASE_READ_URL', replicaAllowed, replicaUrl),
    replicaAgeSeconds:
      readVariable(environment, 'TASKDECK_READ_AGE_SECONDS', 'a whole number from 1 to 3600', readAgeSeconds) ?? 10,
    host: readVariable(environment, 'TASKDECK_SERVICE_HOST', 'an IP address or a host name', hostName) ?? '127.0.0.1',
    port: readVariable(environment, 'TASKDECK_SERVICE_PORT', 'a whole number from 0 to 65535', portNumber) ?? 7700,
    dataFolder: resolve(environment.TASKDECK_DATA || '.data'),
    adminPassword: readHiddenVariable(environment, 'TASKDECK_ADMIN_PASSWORD', '12 to 1024 characters', newPassword),
    secretsKey: readHiddenVariable(environment, 'TASKDECK_SECRETS_KEY', secretsKeyAllowed, secretsKeyText),
    publicUrl: readVariable(environment, 'TASKDECK_PUBLIC_URL', 'an http or https URL without query', webUrl),
    trustedProxies: readVariable(
      environment,
      'TASKDECK_TRUSTED_PROXIES',
      'IP addresses or networks (10.0.0.0/8) with commas between',
      networks,
    ) ?? ['127.0.0.1', '::1'],
    dashboardKeys: readDashboardKeys(environment),
    oidc: oidc(environment),
    signIn: readSignInMethods(environment),
    retentionInDays: readVariable(environment, 'TASKDECK_RETENTION_DAYS', 'a whole number from 1 to 3650', days),
    auditRetentionInDays: readVariable(
      environment,
      'TASKDECK_AUDIT_RETENTION_DAYS',
      'a whole number from 1 to 3650',
      days,
    ),
    hasMetrics: readVariable(environment, 'TASKDECK_METRICS', 'true or false', trueOrFalse) ?? true,
    hasOpenApi: readVariable(environment, 'TASKDECK_OPENAPI', 'true or false', trueOrFalse) ?? true,
    auditStream: readVariable(
      environment,
      'TASKDECK_AUDIT_STREAM',
      'stdout, file:<path>, syslog+tcp://<host>:<port> or syslog+udp://<host>:<port>',
      parseDestination,
    ),
    blobs: readBlobConfig(environment),
    maximumBlobBytes:
      readVariable(environment, 'TASKDECK_MAXIMUM_BLOB_BYTES', 'a whole number from 1 to 1099511627776', blobBytes) ??
      limits.blobBytes,
    stateRetentionInDays:
      readVariable(environment, 'TASKDECK_STATE_RETENTION_DAYS', 'a whole number from 1 to 3650', days) ?? 30,
    sessions: {
      hours: readVariable(environment, 'TASKDECK_SESSION_HOURS', 'a whole number from 1 to 720', sessionHours) ?? 12,
      idleMinutes:
        readVariable(environment, 'TASKDECK_SESSION_IDLE_MINUTES', 'a whole number from 20 to 43200', idleMinutes) ??
        120,
    },
    freshProofSeconds:
      readVariable(environment, 'TASKDECK_FRESH_PROOF_SECONDS', 'a whole number from 30 to 86400', proofSeconds) ?? 300,
    passkeyScopes: passkeyScopes(environment),
    needsApproval: new Set(
      readVariable(
        environment,
        'TASKDECK_NEEDS_APPROVAL',
        `some of ${approvalKinds.join(', ')} with commas between`,
        approvalKindsIn,
      ),
    ),
    httpAllow: httpAllow(environment),
    smtp: smtp(environment),
    dashboardUrl: readVariable(environment, 'TASKDECK_URL', 'an http or https URL without query', webUrl),
    callers: callers(environment),
    logLevel: readVariable(environment, 'TASKDECK_LOG_LEVEL', logLevels.join(', '), logLevel) ?? 'info',
  };
}

const databaseAllowed =
  'the URL of a PostgreSQL 15 or later, such as postgres://user:password@host:5432/database, also with several hosts (host:5432,other:5432)';

const replicaAllowed = 'the URL of one replica, such as postgres://user:password@host:5432/database';

function databaseUrl(environment: Environment): string {
  const text = environment.DATABASE_URL;
  if (text === undefined || text === '')
    throw new ConfigError(`DATABASE_URL is not set; allowed: ${databaseAllowed} (npm start brings its own PostgreSQL)`);
  if (postgresUrl(text) === undefined)
    throw new ConfigError(`DATABASE_URL is "${withoutPassword(text)}"; allowed: ${databaseAllowed}`);
  return text;
}

function postgresUrl(text: string): string | undefined {
  return parseDatabaseUrl(text) === undefined ? undefined : text;
}

function replicaUrl(text: string): string | undefined {
  return parseDatabaseUrl(text)?.hosts.length === 1 ? text : undefined;
}

function smtp(environment: Environment): SmtpConfig | undefined {
  const allowed = 'the URL of a mail server, such as smtps://user:password@mail.example.com';
  const url = readHiddenVariable(environment, 'TASKDECK_SMTP_URL', allowed, smtpUrl);
  const from = readVariable(environment, 'TASKDECK_SMTP_FROM', 'an e-mail address', emailAddress);
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new ConfigError('TASKDECK_SMTP_FROM is not set; with TASKDECK_SMTP_URL it is the sender of e-mails');
  return { url, from };
}

const emailAddress = (text: string) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined);

function smtpUrl(text: string): string | undefined {
  const url = parseUrl(text);
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
}

function httpAllow(environment: Environment): HttpAllowRule[] {
  try {
    return parseHttpAllow(environment[httpAllowVariable] ?? '');
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function callers(environment: Environment): CallerLimitsConfig {
  const read = (name: string) => readVariable(environment, name, 'a whole number from 1 to 1000000000', callerLimit);
  return {
    requestsPerSecond: read('TASKDECK_REQUESTS_PER_SECOND') ?? limits.requestsPerSecond,
    concurrentWaits: read('TASKDECK_CONCURRENT_WAITS') ?? limits.concurrentWaits,
    queuedTasks: read('TASKDECK_QUEUED_TASKS') ?? limits.queuedTasks,
    storedBytesPerHour:
      readVariable(
        environment,
        'TASKDECK_STORED_BYTES_PER_HOUR',
        'a whole number from 1 to 1099511627776',
        blobBytes,
      ) ?? limits.storedBytesPerHour,
  };
}

function oidc(environment: Environment): OidcConfig | undefined {
  const issuer = readVariable(environment, 'TASKDECK_OIDC_ISSUER', 'an https URL (http on loopback only)', issuerUrl);
  const audience = environment.TASKDECK_OIDC_AUDIENCE || undefined;
  if (issuer === undefined) {
    if (audience !== undefined) throw new ConfigError('TASKDECK_OIDC_AUDIENCE is set but TASKDECK_OIDC_ISSUER is not');
    return undefined;
  }
  if (audience === undefined)
    throw new ConfigError(
      'TASKDECK_OIDC_AUDIENCE is not set; with TASKDECK_OIDC_ISSUER it names the audience that tokens must carry',
    );
  const allowed = 'a JSON object from claim values to scopes, such as {"operators":["tasks/read","tasks/update"]}';
  return {
    issuer,
    audience,
    scopeClaim: environment.TASKDECK_OIDC_SCOPE_CLAIM || 'scope',
    scopeMap: readVariable(environment, 'TASKDECK_OIDC_SCOPE_MAP', `${allowed}; "*" is every scope`, scopeMap) ?? {},
    boundsMap: readVariable(
      environment,
      'TASKDECK_OIDC_BOUNDS_MAP',
      'a JSON object from claim values to bounds, such as {"billing":{"types":["billing.*"]}}',
      readBoundsMap,
    ),
  };
}

const trueOrFalse = (text: string) => (/^(?:true|false)$/.test(text) ? text === 'true' : undefined);
const hostName = (text: string) => (/^[A-Za-z0-9.:_-]{1,253}$/.test(text) ? text : undefined);
const portNumber = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
const days = (text: string) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3_650 ? Number(text) : undefined);
const blobBytes = (text: string) =>
  /^[1-9]\d{0,12}$/.test(text) && Number(text) <= 1_099_511_627_776 ? Number(text) : undefined;
const callerLimit = (text: string) =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 1_000_000_000 ? Number(text) : undefined;
const readAgeSeconds = (text: string) =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3_600 ? Number(text) : undefined;

const sessionHours = (text: string) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 720 ? Number(text) : undefined);
const idleMinutes = (text: string) =>
  /^[1-9]\d{1,4}$/.test(text) && Number(text) >= 20 && Number(text) <= 43_200 ? Number(text) : undefined;
const proofSeconds = (text: string) =>
  /^[1-9]\d{1,4}$/.test(text) && Number(text) >= 30 && Number(text) <= 86_400 ? Number(text) : undefined;
const newPassword = (text: string) => operatorPassword.safeParse(text).data;
const secretsKeyAllowed = '32 bytes in base64; several keys with commas between, the current one first';
const secretsKeyText = (text: string) => (parseSecretsKey(text) === undefined ? undefined : text);
const logLevel = (text: string) => logLevels.find((level) => level === text);

/** Nobody can add a passkey where browsers refuse them, and nobody should be locked out. */
function passkeyScopes(environment: Environment): ReadonlySet<Scope> {
  const allowed = 'scopes with commas between, such as operators/manage,secrets/manage; * is every scope';
  const name = 'TASKDECK_PASSKEY_SCOPES';
  const given = readVariable(environment, name, allowed, (text) => {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.includes('*')) return scopes;
    const known = scopes.filter((scope) => parts.includes(scope));
    return known.length === new Set(parts).size ? known : undefined;
  });
  const reason = whyNoPasskeys(readVariable(environment, 'TASKDECK_URL', 'an http or https URL without query', webUrl));
  if (given !== undefined && reason !== undefined) throw new ConfigError(`${name} is set, but ${reason}`);
  return new Set(given);
}

function approvalKindsIn(text: string): ApprovalKind[] | undefined {
  const given = text.split(',').map((part) => part.trim());
  const known = approvalKinds.filter((kind) => given.includes(kind));
  return known.length === new Set(given).size ? known : undefined;
}

function webUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}

function issuerUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? text : undefined;
}

function networks(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const isNetwork = (part: string) => {
    const [address, bits, ...rest] = part.split('/');
    const version = isIP(address ?? '');
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  };
  return parts.every(isNetwork) ? parts : undefined;
}

function readBoundsMap(text: string): BoundsMap | undefined {
  try {
    return boundsMap.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // `readVariable` says what is allowed
  }
}

function scopeMap(text: string): Record<string, readonly Scope[]> | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    return Object.fromEntries(Object.entries(given).map(([claim, names]) => [claim, scopeList(names)]));
  } catch {
    return undefined; // `readVariable` says what is allowed
  }
}

function scopeList(names: unknown): readonly Scope[] {
  if (!Array.isArray(names)) throw new TypeError('not a list of scopes');
  if (names.includes('*')) return scopes;
  return names.map((name: unknown) => {
    const found = scopes.find((scope) => scope === name) ?? (typeof name === 'string' ? parseScope(name) : undefined);
    if (found === undefined) throw new TypeError('not a scope');
    return found;
  });
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function withoutPassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':***@');
}
