import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { errorStatus, fullScope } from '#contract';
import { access } from '../testing/examples/examples.ts';
import { openApiDocument } from './document.ts';

const redocly = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));

type Described = {
  operationId: string;
  security: { bearer: string[] }[];
  'x-taskdeck-scopes': string[];
  'x-taskdeck-optional-scopes': string[];
  parameters: { in: string; name: string; required: boolean }[];
  requestBody?: { required: boolean; content: object };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  servers: unknown;
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
};

/** The result of `openApiDocument`, as its readers see it. */
const { paths, servers, components } = openApiDocument('https://taskdeck.example.org') as Document;

test('the document passes the OpenAPI linter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(openApiDocument('https://taskdeck.example.org')));
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(redocly, ['lint', '--format', 'json', file], { env: environment });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  await rm(folder, { recursive: true });
}, 60_000);

const [toRead, toWrite] = [fullScope('state/read'), fullScope('state/create')];
/** What paths answer besides the operations. */
const otherMethods = {
  HeadBlob: ['HEAD', '/v1/stores/{storeName}/blobs/{id}', [{ bearer: [toRead] }], [toRead], []],
  HeadUpload: ['HEAD', '/v1/uploads/{uploadId}', [{ bearer: [toWrite] }], [toWrite], []],
  DiscoverUpload: ['OPTIONS', '/v1/uploads/{uploadId}', [], [], []],
  DiscoverUploads: ['OPTIONS', '/v1/uploads', [], [], []],
};

test('every operation of the list by hand is at its path, with its scopes, and no other', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      [
        method.toUpperCase(),
        path,
        operation.security,
        operation['x-taskdeck-scopes'],
        operation['x-taskdeck-optional-scopes'],
      ],
    ]),
  );
  const expected = Object.entries(access).map(([name, [method, path, needed, optional]]) => {
    const full = typeof needed === 'string' ? [] : needed.map(fullScope);
    return [name, [method, path, needed === 'anonymous' ? [] : [{ bearer: full }], full, optional.map(fullScope)]];
  });
  expect(Object.fromEntries(described)).toEqual({ ...Object.fromEntries(expected), ...otherMethods });
  expect(servers).toEqual([{ url: 'https://taskdeck.example.org' }]);
});

const always = {
  401: 'Unauthenticated',
  429: 'TooManyRequests',
  403: 'InsufficientScope, PasswordChangeRequired, OutsideBounds, PasskeyRequired',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};
const withBody = {
  400: 'InvalidRequest, InvalidJson, LimitExceeded',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
};

describe('the answers of an operation are those of the interface', () => {
  test.for([
    [
      'post /v1/tasks',
      {
        ...always,
        ...withBody,
        201: 'Done',
        400: 'InvalidRequest, InvalidJson, LimitExceeded, UnknownTaskType',
        404: 'TaskNotFound, SecretNotFound',
        409: 'IdempotencyKeyReused, IdempotencyKeyInUse, TaskAlreadyExists',
      },
    ],
    ['get /v1/tasks', { ...always, 200: 'Done', 400: 'InvalidRequest, InvalidContinuationToken' }],
    [
      'patch /v1/tasks/{id}',
      {
        ...always,
        ...withBody,
        200: 'Done',
        400: 'InvalidRequest, InvalidJson, LimitExceeded, UnknownTaskType',
        403: 'InsufficientScope, PasswordChangeRequired, OutsideBounds, PasskeyRequired, ApprovalRequired',
        404: 'TaskNotFound',
        409: 'InvalidTransition',
        412: 'PreconditionFailed',
      },
    ],
    [
      'post /v1/tasks/{id}/events/{name}',
      { ...always, ...withBody, 204: 'Done', 404: 'TaskNotFound', 409: 'IdempotencyKeyReused, IdempotencyKeyInUse' },
    ],
    [
      'put /v1/locks/{name}',
      {
        ...always,
        ...withBody,
        200: 'Replaced',
        201: 'Created',
        404: 'OwnerNotFound, LockNotFound',
        409: 'IdempotencyKeyReused, IdempotencyKeyInUse, LockHeld, LockLost',
      },
    ],
    [
      'post /v1/sign-in',
      {
        ...withBody,
        200: 'Done',
        401: 'InvalidCredentials, SecondFactorRequired',
        429: 'TooManyRequests',
        500: 'InternalError',
        503: 'ServiceUnavailable',
      },
    ],
    [
      'get /v1/limits',
      { ...always, 200: 'Done', 400: 'InvalidRequest', 403: 'PasswordChangeRequired, PasskeyRequired' },
    ],
    ['get /v1/tasks/{id}', { ...always, 200: 'Done', 400: 'InvalidRequest', 404: 'TaskNotFound' }],
    [
      'patch /v1/operators/{id}',
      {
        ...{ ...always, ...withBody, 200: 'Done' },
        ...{
          401: 'Unauthenticated, FreshProofRequired',
          404: 'OperatorNotFound',
          409: 'IdempotencyKeyReused, IdempotencyKeyInUse, LastManager',
        },
        412: 'PreconditionFailed',
      },
    ],
  ] as const)('%s', ([at, expected]) => {
    const [method = '', path = ''] = at.split(' ');
    const responses = Object.entries(paths[path]?.[method]?.responses ?? {});
    expect(Object.fromEntries(responses.map(([status, { description }]) => [status, description]))).toEqual(expected);
    for (const [status, { content }] of responses)
      if (Number(status) >= 400) expect(content).toHaveProperty(['application/problem+json']);
  });
});

test.for([
  ['post /v1/tasks', ['header Idempotency-Key', 'header X-Request-Id'], 'required'],
  ['delete /v1/tasks/{id}', ['path id!', 'query force', 'header If-Match', 'header X-Request-Id'], 'none'],
  [
    'put /v1/locks/{name}',
    [
      'path name!',
      'header Idempotency-Key',
      'header taskdeck-isolation',
      'header taskdeck-namespace',
      'header X-Request-Id',
    ],
    'optional',
  ],
  [
    'get /v1/stores/{storeName}/blobs/{id}',
    [
      'path storeName!',
      'path id!',
      'query versionId',
      'query disposition',
      'header If-Match',
      'header If-None-Match',
      'header If-Modified-Since',
      'header If-Unmodified-Since',
      'header Range',
      'header If-Range',
      'header taskdeck-isolation',
      'header taskdeck-namespace',
      'header X-Request-Id',
    ],
    'none',
  ],
  [
    'post /v1/uploads',
    [
      'header Idempotency-Key',
      'header taskdeck-isolation',
      'header taskdeck-namespace',
      'header Tus-Resumable!',
      'header Upload-Length!',
      'header Upload-Metadata!',
      'header X-Request-Id',
    ],
    'none',
  ],
] as const)('%s takes its parameters', ([at, parameters, body]) => {
  const [method = '', path = ''] = at.split(' ');
  const operation = paths[path]?.[method];
  expect(operation?.parameters.map((each) => `${each.in} ${each.name}${each.required ? '!' : ''}`)).toEqual(parameters);
  const { requestBody } = operation ?? {};
  expect(requestBody === undefined ? 'none' : requestBody.required ? 'required' : 'optional').toBe(body);
});

test('every code that an operation can answer is declared, and by some operation', () => {
  const declared = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => [code, Number(status)] as const),
    );
  const answeredByNone = ['OperationNotFound', 'MethodNotAllowed']; // these, where no operation is
  const expected = Object.entries(errorStatus).filter(([code]) => !answeredByNone.includes(code));
  expect(Object.fromEntries(declared), 'name a new code in `errors` of the operations that answer with it').toEqual(
    Object.fromEntries(expected),
  );
  expect(components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorStatus));
});

test('no sentence of a description ends with two full stops', () => {
  const descriptions = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => JSON.stringify(operation)),
  );
  expect(descriptions.filter((text) => /\.\.[ "]/.test(text))).toEqual([]);
});
