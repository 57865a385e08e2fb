import { type Agent, createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { type BlobStore, createBlobStore } from '#blobs';
import { forbidBlocking, TaskdeckError } from '#contract';
import { type Clock, connect, type Database, DatabaseClock, isAway, isLoginRefused } from '#database';
import { createEngine, loadSecretsKey } from '#engine';
import { createState, type State } from '#state';
import { openAccessChanges } from './access/access-changes.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { createExternalTokens } from './access/external-token.ts';
import { ensureFirstOperator } from './access/first-operator.ts';
import { createKeyUses } from './access/key-uses.ts';
import { createProviderClient } from './access/providers/provider-client.ts';
import { createSigningKeys } from './access/signing-keys.ts';
import { serveAlerts } from './alerts/serve-alerts.ts';
import { RecordedReads } from './audit/recorded-reads.ts';
import { createAuditWriter } from './audit/writer.ts';
import { serveBulkOperations } from './bulk/serve-bulk.ts';
import { CallerLimits } from './callers/caller-limits.ts';
import { readConfig, type ServiceConfig } from './config.ts';
import { OwnProcess } from './deployment/own-process.ts';
import { answerBadRequests } from './http/bad-request.ts';
import { answerExpectations } from './http/expect-continue.ts';
import type { ServiceBindings } from './http/handle.ts';
import { requestIdOf } from './http/headers.ts';
import { InProcessAgent } from './http/in-process-agent.ts';
import { mountOperations } from './http/mount.ts';
import { toFailure } from './http/problem.ts';
import { pathOf } from './http/request-path.ts';
import { respondProblem } from './http/respond.ts';
import { guardRoom } from './records/guarded.ts';
import { openReplica } from './replica/replica.ts';
import type { Service } from './service.ts';
import { startBackground } from './system/background.ts';
import { createLogger } from './system/logger.ts';
import { createMetrics } from './system/metrics.ts';
import { mountSystem } from './system/mount-system.ts';
import { createWatchHub } from './watch/hub.ts';

/** A running service. */
export type RunningService = {
  /** Its address: `http://127.0.0.1:7700`. */
  url: string;
  /** The password of the first operator, when this start created the operator and generated the password. */
  adminPassword: string | undefined;
  /** Connects from the same process through memory. For `httpClientOver` of `taskdeck/client`. */
  agent: Agent;
  /** Ends streams and long polls at once, finishes the other requests, and stops within 3 seconds. */
  close(): Promise<void>;
};

/** A partial configuration with defaults for the rest. A given `database` stays open. */
export type ServiceOptions = Partial<ServiceConfig> & {
  database?: Database;
  logger?: Logger;
  blobStore?: BlobStore;
  state?: State;
  /** Tells what has expired. Without it, the database does. */
  clock?: Clock;
};

const closeWithinMs = 2_500;

/**
 * No limit on a request as a whole: a body takes as long as it takes while it keeps its pace (`refuseSlowBody`). A
 * connection stays open for longer than callers and proxies keep one idle, commonly 60 s: one that the service closes
 * while a request is on its way loses that request, and a PATCH is not sent again.
 */
const serverOptions = {
  requireHostHeader: false,
  maxHeaderSize: 32_768,
  requestTimeout: 0,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
};

/** The connections of a service process to its database, apart from those to a replica. */
export const serviceConnections = 20;

/** Starts the HTTP service on a migrated database. Rejects when the port is taken or the database cannot be reached. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  forbidBlocking('the service');
  const {
    database: given,
    logger: givenLogger,
    blobStore: givenBlobStore,
    state: givenState,
    clock,
    ...settings
  } = options;
  const defaults = readConfig({
    DATABASE_URL: settings.databaseUrl ?? 'postgres://given/given',
    TASKDECK_DATA: settings.dataFolder,
  });
  const config: ServiceConfig = { ...defaults, ...settings };
  const database = given ?? connect(config.databaseUrl, { name: 'taskdeck service', connections: serviceConnections });
  const logger = givenLogger ?? createLogger(config);

  const secretsKey = await loadSecretsKey({ key: config.secretsKey, dataFolder: config.dataFolder });
  const databaseClock = new DatabaseClock(database);
  await databaseClock.synchronise();
  const adminPassword = await ensureFirstOperator(database, config.adminPassword);
  const signingKeys = createSigningKeys(database, secretsKey);
  const external = config.oidc === undefined ? undefined : createExternalTokens(config.oidc, clock ?? databaseClock);
  const engine = createEngine(database);
  const replica =
    config.replicaUrl === undefined
      ? undefined
      : openReplica({
          primary: database,
          url: config.replicaUrl,
          maximumAgeInMs: config.replicaAgeSeconds * 1_000,
          logger,
        });
  const blobs = givenBlobStore ?? (await createBlobStore(config.blobs));
  const checked = blobs.check().catch((error: unknown) => logger.error({ error }, 'blobs cannot be kept'));
  const state = givenState ?? createState({ database, blobs, maximumBlobBytes: config.maximumBlobBytes });
  const providers = new Map(
    config.signIn.providers.map((one) => [one.id, createProviderClient(one, clock ?? databaseClock)]),
  );
  const stopping = new AbortController();
  const accessChanges = openAccessChanges(database);
  const service: Service = {
    config,
    database,
    replica,
    engine: guardRoom(engine),
    state: guardRoom(state),
    secretsKey,
    clock: clock ?? databaseClock,
    signingKeys,
    authenticate: createAuthenticate(
      { database, keys: signingKeys, external, clock: clock ?? databaseClock, passkeyScopes: config.passkeyScopes },
      accessChanges,
    ),
    accessChanges,
    keyUses: createKeyUses(database, (error) => logger.warn({ error }, 'the use of an API key was not noted')),
    providers,
    callers: new CallerLimits(database, config.callers),
    ownProcess: new OwnProcess(database, databaseClock, config, blobs, replica),
    audit: createAuditWriter(database, (error) => logger.warn({ error }, 'audit records were not added yet')),
    recordedReads: new RecordedReads(),
    watchHub: createWatchHub(engine),
    logger,
    stopping: stopping.signal,
  };
  const background = startBackground(service, blobs);
  const onTrouble = (error: Error) => {
    if (!isAway(error) || isLoginRefused(error)) logger.error({ error }, 'a task of the service failed');
  };
  const bulk = serveBulkOperations({ database, config, clock: service.clock, onTrouble });
  const alerts = serveAlerts({ database, secretsKey, config, clock: service.clock, onTrouble });
  const server = createServer(serverOptions, listenerOf(service));
  if (config.publicUrl?.startsWith('https:') === true)
    server.prependListener('request', (_request, response) => {
      response.setHeader('strict-transport-security', 'max-age=31536000');
    });
  answerBadRequests(server);
  answerExpectations(server);
  const url = await listen(server, config);

  let closing: Promise<void> | undefined;
  const close = async () => {
    stopping.abort(new TaskdeckError('ServiceUnavailable', 'the service stops; try again'));
    await Promise.all([closeServer(server), bulk.stop(), alerts.stop()]);
    agent.destroy();
    await Promise.all([background.stop(), checked]);
    await service.ownProcess.remove().catch(() => {}); // its row ends by itself within the hour
    await Promise.all([service.audit.drain(), service.keyUses.drain()]);
    await Promise.all([engine.close(), accessChanges.close(), replica?.close()]);
    if (given === undefined) await database.end({ timeout: 1 });
  };
  const agent = new InProcessAgent(server);
  return {
    url,
    adminPassword,
    agent,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listenerOf(service: Service) {
  const app = new Hono<ServiceBindings>({ getPath: rawPathOf });
  const metrics = createMetrics(service.engine, service.logger);
  mountSystem(app, service, metrics);
  mountOperations(app, service, metrics.observe);
  app.notFound((c) => {
    const error = new TaskdeckError('OperationNotFound', 'there is nothing at this path; see /v1/openapi.json');
    return respondProblem(toFailure(error), requestIdOf(c.env.incoming));
  });
  app.onError((error, c) => {
    const requestId = requestIdOf(c.env.incoming);
    service.logger.error({ requestId, error }, 'request failed');
    return respondProblem(toFailure(error), requestId);
  });
  return getRequestListener((request, env) => app.fetch(request, trustHttp1(env)), {
    hostname: 'localhost',
    errorHandler: (cause) => {
      const error = new TaskdeckError('InvalidRequest', 'the request line or the Host header is not valid', { cause });
      return respondProblem(toFailure(error), crypto.randomUUID());
    },
  });
}

/** Routes requests by the undecoded path: an id may contain slashes, dots and percent signs. */
function rawPathOf(request: Request, options?: { env?: ServiceBindings['Bindings'] }): string {
  return options?.env === undefined ? new URL(request.url).pathname : pathOf(options.env.incoming);
}

/** The server is made by `node:http`, so there are no HTTP/2 objects. */
function trustHttp1(env: unknown): ServiceBindings['Bindings'] {
  return env as ServiceBindings['Bindings'];
}

function listen(server: Server, { port, host }: ServiceConfig): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = setInterval(() => server.closeIdleConnections(), 20); // also those that finish meanwhile
  const force = setTimeout(() => server.closeAllConnections(), closeWithinMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(force);
}
