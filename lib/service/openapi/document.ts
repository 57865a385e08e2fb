import { errorStatus, fullScope, type Operation, operations, scopes } from '#contract';
import { errorsOf } from './errors-of.ts';
import { createSchemas, type JsonSchema } from './schemas.ts';

type Json = { [name: string]: unknown };

/** The OpenAPI 3.1 document of the whole interface, derived from the operation table. */
export function openApiDocument(serverUrl = 'http://127.0.0.1:7700'): Json {
  const schemas = createSchemas();
  const paths: { [path: string]: Json } = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(name, operation, schemas);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Taskdeck',
      version: 'v1',
      summary: 'Durable tasks: create, watch, steer',
      description:
        'Every call but sign-in carries a bearer token: an access token, an API key, or a token of the configured ' +
        'OpenID Connect issuer. Numbers in JSON values are exact, also beyond 2^53. Failures are ' +
        '`application/problem+json` (RFC 9457) with a `code` of a closed set.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values<Operation>(operations).map((operation) => operation.resource))].map((tag) => ({
      name: tag,
      description: `Operations on ${tag}`,
    })),
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT or API key',
          description: `Scopes: ${scopes.map(fullScope).join(', ')}`,
        },
      },
    },
  };
}

type Schemas = ReturnType<typeof createSchemas>;

function describeOperation(name: string, operation: Operation, schemas: Schemas): Json {
  const { scopes: needed, optionalScopes = [] } = operation;
  const full = typeof needed === 'string' ? [] : needed.map(fullScope);
  const notes = [
    full.length > 0 ? `Needs ${full.join(' and ')}.` : '',
    optionalScopes.length > 0 ? `Shows more with ${optionalScopes.map(fullScope).join(' or ')}.` : '',
    operation.isAudited ? 'Leaves an audit record.' : '',
  ];
  return {
    operationId: name,
    summary: operation.summary,
    description: [`${operation.summary}.`, ...notes].filter(Boolean).join(' '),
    tags: [operation.resource],
    security: needed === 'anonymous' ? [] : [{ bearer: full }],
    'x-taskdeck-scopes': full,
    'x-taskdeck-optional-scopes': optionalScopes.map(fullScope),
    parameters: parametersOf(operation, schemas),
    ...(operation.body === undefined ? {} : { requestBody: requestBodyOf(operation, schemas) }),
    responses: { ...successOf(operation, schemas), ...failuresOf(operation) },
  };
}

function parametersOf(operation: Operation, schemas: Schemas): Json[] {
  const inPath = Object.entries(operation.params ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas.input(schema),
  }));
  const query: JsonSchema = operation.query === undefined ? {} : schemas.input(operation.query);
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schema;
    return { name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema: rest };
  });
  return [...inPath, ...inQuery, ...headersOf(operation)];
}

function headersOf(operation: Operation): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(operation.isConditional ? [header('If-Match', 'Only if the entity tag is still this one; else 412')] : []),
    ...(operation.method === 'POST' && operation.scopes !== 'anonymous'
      ? [header('Idempotency-Key', 'The same key and body get the first answer for 24 hours')]
      : []),
    header('X-Request-Id', 'Answered in X-Request-Id and in problems'),
  ];
}

function requestBodyOf(operation: Operation, schemas: Schemas): Json {
  const schema = operation.body === undefined ? {} : schemas.input(operation.body);
  return { required: operation.isBodyOptional !== true, content: { 'application/json': { schema } } };
}

function successOf(operation: Operation, schemas: Schemas): Json {
  const headers = { 'X-Request-Id': { description: 'Id of this request', schema: { type: 'string' } } };
  if (operation.output === undefined) return { '204': { description: 'Done', headers } };
  const mediaType = operation.mediaType ?? 'application/json';
  const record = schemas.output(operation.output);
  const schema =
    operation.mediaType === undefined
      ? record
      : {
          type: 'string',
          description: 'Events `ready`, `change` (its data is the record) and `ping`',
          contentSchema: record,
        };
  const content = { [mediaType]: { schema } };
  return { [String(operation.status ?? 200)]: { description: 'Done', headers, content } };
}

function failuresOf(operation: Operation): Json {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
