import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { type Operation, operations, problem } from '#contract';
import { openApiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';

type Media = { schema: JsonSchema; example?: unknown };
type Described = {
  operationId: string;
  parameters: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { headers?: Record<string, { description?: string }>; content?: Record<string, Media> }>;
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
};

const { paths, components } = openApiDocument('https://taskdeck.example.org') as Document;
const described = Object.values(paths).flatMap((methods) => Object.values(methods));
const bodies = described.flatMap(({ operationId, requestBody }) =>
  Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ operationId, type, ...media })),
);
const answers = described.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) => ({ operationId, status, type, ...media })),
  ),
);

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** A schema and all schemas in it, each with its place. */
function* within(schema: unknown, place: string): Generator<[string, JsonSchema]> {
  if (!isSchema(schema)) return;
  yield [place, schema];
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* within(part, `${place}.${name}`);
  for (const name of ['items', 'additionalProperties']) yield* within(schema[name], `${place}[]`);
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    for (const part of Array.isArray(schema[name]) ? schema[name] : []) yield* within(part, place);
}

test('every property, parameter and header has a description', () => {
  const roots = [
    ...Object.entries(components.schemas).map(([name, schema]) => ({ place: name, schema })),
    ...bodies.map(({ operationId, schema }) => ({ place: `body of ${operationId}`, schema })),
    ...answers.map(({ operationId, schema }) => ({ place: `answer of ${operationId}`, schema })),
  ];
  const properties = roots
    .flatMap(({ place, schema }) => [...within(schema, place)])
    .flatMap(([place, { properties = {} }]) =>
      Object.entries(properties).map(([name, { description }]) => [`${place}.${name}`, description] as const),
    );
  const parameters = described.flatMap(({ operationId, parameters }) =>
    parameters.map(({ name, description }) => [`${operationId} ${name}`, description] as const),
  );
  const headers = described.flatMap(({ operationId, responses }) =>
    Object.values(responses)
      .flatMap(({ headers = {} }) => Object.entries(headers))
      .map(([name, { description }]) => [`${operationId} ${name}`, description] as const),
  );
  expect(properties.length).toBeGreaterThan(350);
  const all = [...properties, ...parameters, ...headers];
  expect([...new Set(all.flatMap(([place, text]) => (text ? [] : place)))]).toEqual([]);
});

test('every text and list that a caller sends has a maximum', () => {
  const resolve = (schema: JsonSchema): JsonSchema =>
    typeof schema.$ref === 'string' ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;
  const sent = [
    ...described.flatMap(({ operationId, parameters }) =>
      parameters
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, schema }) => [`${operationId} ${name}`, schema] as const),
    ),
    ...bodies.map(({ operationId, schema }) => [operationId, resolve(schema)] as const),
  ].flatMap(([place, schema]) => [...within(schema, place)].map(([at, part]) => [at, resolve(part)] as const));
  const isBounded = ({ type, maxLength, maxItems, format, enum: values, const: value, pattern }: JsonSchema) => {
    if (type === 'array') return maxItems !== undefined;
    if (type !== 'string') return true;
    const isClosed = values !== undefined || value !== undefined || format !== undefined;
    return isClosed || maxLength !== undefined || /\{\d+(,\d+)?\}/.test(String(pattern));
  };
  expect(sent.filter(([, schema]) => !isBounded(schema)).map(([place]) => place)).toEqual([]);
});

test('every operation with a JSON body has an example, valid by its schema', () => {
  const withJson = bodies.filter(({ type }) => type === 'application/json');
  const expected = Object.entries<Operation>(operations).filter(([, { body }]) => body !== undefined);
  expect(withJson.map(({ operationId }) => operationId)).toEqual(expected.map(([name]) => name));
  for (const { operationId, schema, example } of withJson) {
    const whole: Schema = { ...schema, components };
    const { valid, errors } = new Validator(whole, '2020-12', false).validate(example);
    expect(valid, `${operationId}: ${JSON.stringify(errors)}`).toBe(true);
    const parsed = expected.find(([name]) => name === operationId)?.[1].body?.safeParse(example);
    expect(parsed?.error, operationId).toBeUndefined();
  }
});

test('every JSON answer has an example, valid by its schema', () => {
  const withJson = answers.filter(({ type }) => /json/.test(type));
  expect(withJson.length).toBeGreaterThan(400);
  const table = new Map(Object.entries<Operation>(operations));
  for (const { operationId, status, example } of withJson) {
    const schema = Number(status) < 300 ? table.get(operationId)?.output : problem;
    expect(schema?.safeParse(example), `${operationId} ${status}: ${JSON.stringify(example)}`).toMatchObject({
      success: true,
    });
  }
  const task = answers.find(({ operationId, status }) => operationId === 'GetTask' && status === '200');
  expect(task?.example).toMatchObject({ id: 'order-4711', status: 'succeeded', output: { chargeId: 'charge-1' } });
});

test('no record has a name that a generator gives to the types of an operation', () => {
  const taken = described.flatMap(({ operationId }) =>
    ['Response', 'Responses', 'Data', 'Error', 'Errors'].map((suffix) => operationId + suffix),
  );
  expect(Object.keys(components.schemas).filter((name) => taken.includes(name))).toEqual([]);
});

test('what a URL carries has the type that bodies give it', () => {
  const typesOf = (wanted: string) =>
    new Set(
      [
        ...described.flatMap(({ parameters }) => parameters.map(({ name, schema }) => [name, schema] as const)),
        ...Object.values(components.schemas).flatMap(({ properties = {} }) => Object.entries(properties)),
      ]
        .filter(([name]) => name === wanted)
        .map(([, { type }]) => type),
    );
  for (const name of ['runCount', 'sequence', 'fencingToken']) expect([...typesOf(name)], name).toEqual(['integer']);
  for (const name of ['hasBlob', 'overwrite', 'force', 'includeValue'])
    expect([...typesOf(name)], name).toEqual(['boolean']);
  expect([...bodies, ...answers].filter(({ type }) => type.includes('*'))).toEqual([]);
});

test('the headers of an answer are declared', () => {
  const headersOf = (operation: string, status: number) =>
    Object.keys(described.find(({ operationId }) => operationId === operation)?.responses[status]?.headers ?? {});
  expect(headersOf('CreateTask', 201)).toEqual(expect.arrayContaining(['ETag', 'Location', 'taskdeck-completion']));
  expect(headersOf('GetState', 200)).toContain('ETag');
  expect(headersOf('SaveState', 201)).toContain('ETag');
  expect(headersOf('UploadBlob', 200)).toContain('taskdeck-entry-etag');
  expect(headersOf('ListTasks', 200)).not.toContain('ETag');
  for (const { operationId, responses } of described)
    if (responses[429] !== undefined)
      expect(headersOf(operationId, 429), operationId).toEqual(['Retry-After', 'RateLimit', 'RateLimit-Policy']);
  expect(headersOf('ListTasks', 503)).toEqual(['Retry-After']);
});

test('the watch stream names its events and their data', () => {
  const stream = answers.find(({ operationId, status }) => operationId === 'Watch' && status === '200');
  expect(stream).toMatchObject({ type: 'text/event-stream', schema: { $ref: '#/components/schemas/WatchEvent' } });
  const events = components.schemas.WatchEvent?.oneOf;
  const named = Array.isArray(events) ? events.filter(isSchema) : [];
  expect(named.map(({ properties }) => properties?.event?.const)).toEqual(['ready', 'change', 'ping']);
  expect(named[1]?.properties?.data).toMatchObject({ $ref: '#/components/schemas/WatchChange' });
});
