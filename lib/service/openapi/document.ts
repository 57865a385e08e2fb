import { fullScope, type Operation, operations, scopes } from '#contract';
import { requestBodyOf, successOf } from './bodies.ts';
import { errorsOf } from './errors-of.ts';
import { failuresOf } from './failures.ts';
import { otherMethodsOf } from './other-methods.ts';
import { parametersOf } from './parameters.ts';
import { createSchemas, type Json, type Schemas } from './schemas.ts';

/** Returns the OpenAPI 3.1 document of the whole interface, derived from the operation table. */
export function openApiDocument(serverUrl: string): Json {
  const schemas = createSchemas();
  const paths: { [path: string]: Json } = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const path = paths[operation.path] ?? {};
    const described = describeOperation(name, operation, schemas);
    path[operation.method.toLowerCase()] = described;
    Object.assign(path, otherMethodsOf(name, operation, described));
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Taskdeck',
      version: 'v1',
      summary: 'Durable tasks and state: create, watch, steer, keep',
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

function describeOperation(name: string, operation: Operation, schemas: Schemas): Json {
  const { scopes: needed, optionalScopes = [] } = operation;
  const full = typeof needed === 'string' ? [] : needed.map(fullScope);
  const notes = [
    full.length > 0 ? `Needs ${full.join(' and ')}.` : '',
    optionalScopes.length > 0 ? `Shows more with ${optionalScopes.map(fullScope).join(' or ')}.` : '',
    auditNoteOf(operation.audit),
    operation.hasRestPath
      ? 'The id is all that follows in the path: its slashes may be sent as %2F or as they are.'
      : '',
    operation.protocol === 'tus' ? 'Speaks tus 1.0 (https://tus.io).' : '',
    operation.mediaType === 'application/octet-stream' ? 'HEAD answers the same without the bytes.' : '',
  ];
  return {
    operationId: name,
    summary: operation.summary,
    description: [`${operation.summary.replace(/\.$/, '')}.`, ...notes].filter(Boolean).join(' '),
    tags: [operation.resource],
    security: needed === 'anonymous' ? [] : [{ bearer: full }],
    'x-taskdeck-scopes': full,
    'x-taskdeck-optional-scopes': optionalScopes.map(fullScope),
    'x-taskdeck-bounds': operation.bounded === 'refused' ? 'refused' : 'kept',
    parameters: parametersOf(operation, schemas),
    ...requestBodyOf(operation, schemas),
    responses: { ...successOf(operation, schemas), ...failuresOf(errorsOf(operation)) },
  };
}

function auditNoteOf(audit: Operation['audit']): string {
  if (audit === undefined) return '';
  return `Leaves an audit record${audit.detail === undefined ? '' : ` with ${audit.detail}`}.`;
}
