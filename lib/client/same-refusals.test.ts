import { expect, test } from 'vitest';
import { isTaskdeckError, type Operation, operations, parseJson, stringifyJson } from '#contract';
import { parserOfBody, parserOfParams, parserOfQuery, repeatableByName } from '../service/http/parse-input.ts';
import { isArgumentError } from './argument-error.ts';
import { requestBody } from './request-body.ts';
import { requestUrl } from './request-url.ts';

/** A value that each parameter of a path allows. */
const known: Record<string, string> = { runCount: '1', sequence: '0', version: '1', storeName: 'known' };
const paramsOf = ({ params = {} }: Operation): Record<string, string> =>
  Object.fromEntries(Object.keys(params).map((one) => [one, known[one] ?? '00000000-0000-0000-0000-000000000000']));

const texts = [
  'known',
  '7',
  '007',
  '00',
  '0',
  '-1',
  '+5',
  '1.5',
  '1e2',
  '0x10',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(20),
  '5',
  'NaN',
  'true',
  'TRUE',
  'null',
  '',
  ' ',
  '\u0000',
  '\u0001',
  '\n',
  '.',
  '..',
  '/',
  'ä',
  '💥'.repeat(300),
  'x'.repeat(64),
  'x'.repeat(129),
  'x'.repeat(257),
  'x'.repeat(513),
  'x'.repeat(5_000),
  '2026-02-30T00:00:00Z',
  '2026-11-26T00:00:00+14:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '00000000-0000-0000-0000-000000000000',
  'createdOn desc',
  '/a=1',
  'a=',
  '=a',
];

/** The message by which the service refuses, without its place. */
function refusalOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (isTaskdeckError(error)) return error.details?.[0]?.message;
    throw error;
  }
}

/** The message by which the client refuses, without its place. */
function argumentRefusalOf(send: () => unknown): string | undefined {
  try {
    send();
    return undefined;
  } catch (error) {
    if (isArgumentError(error)) return error.details[0]?.message;
    if (error instanceof RangeError || error instanceof TypeError) return error.message.replace(/^[\w.]+: /, '');
    throw error;
  }
}

const table = Object.entries<Operation>(operations);
const endpoint = 'http://127.0.0.1:7700';
const shown = (text: string) => stringifyJson(text.length > 40 ? `${text.slice(0, 40)}…` : text);

test('the client refuses each parameter of a path that the service refuses, by the same words', () => {
  const different: string[] = [];
  for (const [name, operation] of table) {
    const parse = parserOfParams(operation);
    const given = paramsOf(operation);
    for (const place of Object.keys(given))
      for (const text of texts) {
        const params = { ...given, [place]: text };
        const service = refusalOf(() => parse(params));
        const query = name === 'ReleaseLock' ? { force: true } : {};
        const client = argumentRefusalOf(() => requestUrl(endpoint, operation, params, query));
        if (service !== client) different.push(`${name} ${place} ${shown(text)}: ${service} / ${client}`);
      }
  }
  expect(different).toEqual([]);
});

test('the client refuses each parameter of a query that the service refuses, by the same words', () => {
  const different: string[] = [];
  for (const [name, operation] of table) {
    if (operation.query === undefined) continue;
    const parse = parserOfQuery(operation);
    const params = paramsOf(operation);
    for (const [place, isRepeatable] of repeatableByName(operation.query)) {
      const repeated = [2, 101].map((length) => Array.from({ length }, () => '7'));
      for (const given of isRepeatable ? [...texts, ...repeated] : texts) {
        const search = new URLSearchParams([given].flat().map((one) => [place, one]));
        const service = refusalOf(() => parse(search.toString()));
        const client = argumentRefusalOf(() => requestUrl(endpoint, operation, params, { [place]: given }));
        if (service !== client) different.push(`${name} ${place} ${shown(String(given))}: ${service} / ${client}`);
      }
    }
  }
  expect(different).toEqual([]);
});

/** Texts that no schema finds far too long, where it would name that first. */
const shorter = texts.filter((text) => text.length < 600);
const values: unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  'x'.repeat(2_000),
  [],
  {},
  ['', 'x'],
  shorter,
];

test('the client refuses each member of a body that the service refuses, by the same words', () => {
  const different: string[] = [];
  for (const [name, operation] of table) {
    if (operation.body === undefined) continue;
    const parse = parserOfBody(operation.body);
    const example = operation.example === undefined ? {} : Object(operation.example);
    const members = operation.body.toJSONSchema?.({ io: 'input', unrepresentable: 'any' })?.properties ?? {};
    for (const place of [...Object.keys(members), 'unknown'])
      for (const value of values) {
        const body = { ...example, [place]: value };
        const service = refusalOf(() => parse(parseJson(stringifyJson(body))));
        const client = argumentRefusalOf(() => requestBody(operation, body));
        if (service !== client)
          different.push(`${name} ${place} ${shown(stringifyJson(value))}: ${service} / ${client}`);
      }
  }
  expect(different).toEqual([]);
});
