import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
const entry = { storeName: 'forged', id: 'a' };
const nextLinkOf = ({ body }: { body: unknown }) => z.looseObject({ nextLink: z.string() }).parse(body).nextLink;
const envelope = z.tuple([z.string(), z.unknown()]);
/** Of the list, filter and order, before the position. */
const boundCharacters = 16;
const fakes = [
  9_007_199_254_740_991,
  -1,
  0.5,
  '',
  'x',
  'infinity',
  '\u0000',
  '+275760-09-13T00:00:00.000Z',
  null,
  [],
  {},
];

let results = '';
beforeAll(async () => {
  for (const id of ['a', 'b', 'c'])
    await call('PUT', `/v1/stores/forged/entries/${id}`, { value: { pin: id }, sensitive: ['/pin'] });
  for (const reason of ['one', 'two']) {
    const asked = await call('POST', '/v1/approvals', { operation: 'CreateReveal', target: entry, reason });
    expect(asked.status, asked.text).toBe(201);
    await service.database`
      insert into reveal (store_name, entry_id, pointers, reason, identity, revealed_by, expires_on, target_made_on)
      values (${entry.storeName}, ${entry.id}, '{/pin}', ${reason}, 'x', 'x', now() + interval '1 minute', now())`;
    const view = await call('POST', '/v1/views', { name: reason, list: 'tasks', filter: '' });
    expect(view.status, view.text).toBe(201);
  }
  const selection = { ids: ['none', 'nobody', 'nothing'] };
  const made = await call('POST', '/v1/bulk-operations', { action: { kind: 'pause' }, selection });
  results = `/v1/bulk-operations/${z.looseObject({ id: z.string() }).parse(made.body).id}/results`;
});

test.each([
  ['approvals', () => '/v1/approvals?'],
  ['reveals', () => `/v1/reveals?storeName=${entry.storeName}&entryId=${entry.id}&`],
  ['views', () => '/v1/views?'],
  ['results of a bulk operation', () => `${results}?`],
  ['entries', () => '/v1/stores/forged/entries?'],
])(
  'a token of the list of %s with another position is a place in it, or refused as one of another list',
  async (_, path) => {
    const first = await call('GET', `${path()}maxPageSize=1`);
    const token = new URL(nextLinkOf(first)).searchParams.get('continuationToken') ?? '';
    const [list, position] = envelope.parse(
      JSON.parse(Buffer.from(token.slice(boundCharacters), 'base64url').toString('utf8')),
    );
    const answers = await Promise.all(
      [...forgeriesOf(position)].map(async (forged) => {
        const inner = Buffer.from(JSON.stringify([list, forged])).toString('base64url');
        const { status } = await call(
          'GET',
          `${path()}maxPageSize=1&continuationToken=${token.slice(0, boundCharacters)}${inner}`,
        );
        return { forged, status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    expect(answers.some(({ status }) => status === 400)).toBe(true);
  },
);

/** A position with something else in its place, or in that of one of its parts. */
function* forgeriesOf(position: unknown): Generator<unknown> {
  yield* fakes;
  if (Array.isArray(position))
    for (const at of position.keys()) for (const part of forgeriesOf(position[at])) yield position.with(at, part);
  else if (typeof position === 'object' && position !== null)
    for (const [name, before] of Object.entries(position))
      for (const part of forgeriesOf(before)) yield { ...position, [name]: part };
}
