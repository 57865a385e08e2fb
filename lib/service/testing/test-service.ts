import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bounds, type JsonValue, parseJson, type Scope, scopes, stringifyJson } from '#contract';
import type { Database } from '#database';
import { createTestDatabase } from '#database/testing';
import { generateApiKey } from '../access/api-key-token.ts';
import { hashPassword } from '../access/password.ts';
import { hashToken } from '../access/session.ts';
import { type ServiceOptions, serviceConnections, startService } from '../start.ts';

export const adminEmail = 'admin@localhost';
export const adminPassword = 'correct horse battery';

/** An answer with its body read: parsed where it is JSON, else text, `undefined` where there is none. */
export type TestAnswer = { status: number; headers: Headers; body: JsonValue | undefined; text: string };

export type TestRequest = {
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** A service over a new database. */
export type TestService = {
  url: string;
  databaseUrl: string;
  dataFolder: string;
  database: Database;
  /** Owns the tables, which the service does not. */
  owner: Database;
  /** Creates an API key with these scopes. */
  key(...allowed: readonly Scope[]): Promise<string>;
  /** Creates an API key with every scope inside of bounds. */
  boundedKey(bounds: Bounds): Promise<string>;
  /** An API key with every scope. */
  allKey: string;
  call(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  close(): Promise<void>;
};

/** Starts a service on any free port, with the task type `test.echo` registered. */
export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const test = await createTestDatabase(serviceConnections);
  const dataFolder = await mkdtemp(join(tmpdir(), 'taskdeck-service-'));
  await insertAdmin(test.database);
  const running = await startService({
    database: test.database,
    port: 0,
    dataFolder,
    logLevel: 'error',
    ...options,
  });
  await registerType(test.database, 'test.echo');
  const key = (...allowed: readonly Scope[]) => insertKey(test.database, allowed);
  return {
    url: running.url,
    databaseUrl: test.url,
    dataFolder,
    database: test.database,
    owner: test.owner,
    key,
    boundedKey: (bounds) => insertKey(test.database, scopes, bounds),
    allKey: await key(...scopes),
    call: (method, path, request) => callService(running.url, method, path, request),
    async close() {
      await running.close();
      const left = await test.database<{ record: string }[]>`select record from pending_audit`;
      await test.drop();
      await rm(dataFolder, { recursive: true, force: true });
      if (left.length > 0)
        throw new Error(`refused, and yet committed with an audit record: ${left.map(({ record }) => record).join()}`);
    },
  };
}

/** Sends one request and returns its answer. */
export async function callService(
  url: string,
  method: string,
  path: string,
  { token, body, raw, headers, signal }: TestRequest = {},
): Promise<TestAnswer> {
  const payload = raw ?? (body === undefined ? undefined : stringifyJson(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  // The bytes of a blob are its owner's, whatever type they were given.
  const isBlob = response.headers.has('content-disposition');
  const isJson = text !== '' && !isBlob && /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? parseJson(text) : undefined };
}

/** Registers a task type like a worker. */
export async function registerType(database: Database, type: string, sensitive: readonly string[] = []): Promise<void> {
  await database`
    insert into task_type (type, version, events, sensitive) values (${type}, '1', '{}', ${[...sensitive]})
    on conflict do nothing`;
}

/** The first operator. */
async function insertAdmin(database: Database): Promise<void> {
  await insertOperator(database, { email: adminEmail, name: 'Administrator', password: adminPassword, scopes });
}

/**
 * Resolves with the id of a new operator. The password is cheap to check: what the service makes takes a second of a busy
 * core.
 */
export async function insertOperator(
  database: Database,
  {
    email,
    name,
    password,
    scopes: allowed,
  }: { email: string; name: string; password: string; scopes: readonly Scope[] },
): Promise<string> {
  const [row] = await database<{ id: string }[]>`
    insert into operator (email, name, password_hash, scopes)
    values (${email}, ${name}, ${await hashPassword(password, { N: 1_024, r: 8, p: 1 })}, ${[...allowed]})
    returning id`;
  if (row === undefined) throw new Error('an insert returns its row');
  return row.id;
}

/** Resolves with a new API key with these scopes. */
export async function insertKey(database: Database, allowed: readonly Scope[], bounds?: Bounds): Promise<string> {
  const key = generateApiKey();
  await database`
    insert into api_key (name, key_hash, scopes, bounds, created_by, service_account)
    values (${'test key'}, ${hashToken(key)}, ${[...allowed]}, ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json,
      'test', ${`test ${randomUUID()}`})`;
  return key;
}
