import { openApiDocument } from './document.ts';
import type { Json } from './schemas.ts';

/**
 * Returns the HTTP interface as text, with one line for each parameter, member and answer, without prose and examples.
 * The report is kept in the project, so that a review shows changes of the interface.
 */
export function httpReport(): string {
  const { paths, components } = openApiDocument('/');
  const operations = entriesOf(paths).flatMap(([path, methods]) =>
    entriesOf(methods).flatMap(([method, operation]) => linesOfOperation(`${method.toUpperCase()} ${path}`, operation)),
  );
  const records = entriesOf(objectOf(components).schemas).flatMap(([name, schema]) => ['', ...linesOf(name, schema)]);
  return `${[...operations, ...records].join('\n').trim()}\n`;
}

function linesOfOperation(title: string, operation: Json): string[] {
  const { operationId, parameters, requestBody, responses } = operation;
  const { required, content } = objectOf(requestBody);
  const scopes = JSON.stringify([operation['x-taskdeck-scopes'], operation['x-taskdeck-optional-scopes']]);
  const answers = entriesOf(responses);
  return [
    '',
    `${title} ${operationId}${JSON.stringify(operation.security) === '[]' ? ' anonymous' : ''}`,
    `  scopes ${scopes} bounds ${operation['x-taskdeck-bounds']}`,
    ...(Array.isArray(parameters) ? parameters.map(objectOf) : []).flatMap(({ name, in: place, required, schema }) =>
      linesOf(`${place} ${name}${required === true ? '' : '?'}`, objectOf(schema), '  '),
    ),
    ...linesOfContent(required === true ? 'body' : 'body?', content),
    ...answers.filter(([status]) => Number(status) < 400).flatMap(linesOfAnswer),
    `  errors ${answers.flatMap(([status, { description }]) => (Number(status) < 400 ? [] : `${description}`)).join(', ')}`,
  ];
}

const linesOfAnswer = ([status, { headers, content }]: [string, Json]): string[] => [
  `  ${status} ${Object.keys(objectOf(headers)).join(', ')}`,
  ...linesOfContent(status, content),
];

const linesOfContent = (name: string, content: unknown): string[] =>
  entriesOf(content).flatMap(([mediaType, { schema }]) => linesOf(`${name} ${mediaType}`, objectOf(schema), '  '));

/** One line for a schema, and one for each of its members and alternatives. */
function linesOf(name: string, schema: Json, indent = ''): string[] {
  const { properties, required, anyOf, oneOf, items, additionalProperties, description: _, ...own } = schema;
  if (own.format !== undefined) delete own.pattern;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const alternatives = [anyOf, oneOf].flatMap((all) => (Array.isArray(all) ? all.map(objectOf) : []));
  const parts = [
    ...entriesOf(properties).map(([part, of]): [string, Json] => [needed.includes(part) ? part : `${part}?`, of]),
    ...alternatives.map((of): [string, Json] => ['or', of]),
    ...entriesOf({ item: items, other: additionalProperties }),
  ];
  const words = Object.entries(own).map(([word, value]) => `${word} ${JSON.stringify(value)}`);
  if (additionalProperties === false) words.push('no other');
  return [
    `${indent}${name}: ${words.join(', ')}`.trimEnd(),
    ...parts.flatMap(([part, of]) => linesOf(part, of, `${indent}  `)),
  ];
}

const objectOf = (part: unknown): Json => (typeof part === 'object' && part !== null ? { ...part } : {});

/** The members of an object that are objects. */
const entriesOf = (part: unknown): [string, Json][] =>
  Object.entries(objectOf(part))
    .filter(([, value]) => typeof value === 'object')
    .map(([name, value]) => [name, objectOf(value)]);
