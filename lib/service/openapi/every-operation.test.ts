import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, type OperationName, operations, type Replay } from '#contract';
import type { Asked } from '../testing/canaries/planting.ts';
import { send, startWalk, type Walk, withPages } from '../testing/canaries/walk.ts';
import { type Described, expectDocumentedRefusals } from '../testing/documented-refusals.ts';
import { examples } from '../testing/examples/examples.ts';
import { expectReady } from '../testing/expect-ready.ts';
import { type KeptRecords, watchKeptRecords } from '../testing/kept-records.ts';
import { killAfterCommit } from '../testing/killed-after-commit.ts';
import type { TestAnswer } from '../testing/test-service.ts';
import { validityIn } from '../testing/validity.ts';

type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, object> } };
type DescribedOperation = Described & { method: string; path: string };

let walk: Walk;
let described: Map<OperationName, DescribedOperation>;
let expectValid: ReturnType<typeof validityIn>;
let kept: KeptRecords;
/** The lines that `WriteLogs` was sent. */
const writtenLines: string[] = [];

beforeAll(async () => {
  walk = await startWalk();
  kept = await watchKeptRecords(walk.service.owner);
  const document: Document = JSON.parse((await walk.service.call('GET', '/v1/openapi.json')).text);
  expectValid = validityIn(document.components.schemas);
  described = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method: method.toUpperCase(), path },
      ]),
    ),
  );
  await killAfterCommit(walk.service.owner);
}, 60_000);
afterAll(() => walk.close());

/** The calls are those of the canaries, which succeed and give every field. */
test.for(Object.keys(operations) as OperationName[])(
  '%s answers as the document says, in body and in refusal',
  { timeout: 60_000 },
  async (name) => {
    const operation = described.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the document`);
    if (name === 'Watch') return expectReady(walk.service, operation.path);
    const { audit }: Operation = operations[name];
    if (audit !== undefined) {
      const [refused = {}] = await examples[name].calls(walk);
      await kept.expectNothingWithout(name, () => sendKeyed(name, refused, 'refused'));
    }
    const calls = withPages(name, await examples[name].calls(walk));
    expect(calls).not.toEqual([]);
    for (const [index, asked] of calls.entries()) await expectAsDocumented(name, operation, asked, String(index));
    const [asked = {}] = calls;
    await expectDocumentedRefusals({ service: walk.service, expectValid }, operation, asked);
  },
);

async function expectAsDocumented(
  name: OperationName,
  operation: DescribedOperation,
  asked: Asked,
  key: string,
): Promise<void> {
  const named = (where: string) => operation.parameters.filter((one) => one.in === where).map((one) => one.name);
  expect(Object.keys(asked.params ?? {}).sort()).toEqual(named('path').sort());
  expect(named('query')).toEqual(expect.arrayContaining(Object.keys(asked.query ?? {})));
  const answer = await sendKeyed(name, asked, key);
  const success = operation.responses[String(answer.status)];
  expect(answer.status, answer.text).toBeLessThan(400);
  expect(success, `answered ${answer.status}`).toBeDefined();
  if (success?.content?.['application/octet-stream'] === undefined)
    expectValid(name, success?.content?.['application/json']?.schema, answer.text);
  const { replay }: Operation = operations[name];
  if (replay !== undefined) expectSame(replay, answer, await sendKeyed(name, asked, key));
  if (name === 'WriteLogs') writtenLines.push(...linesOf(asked));
}

/** The answer to a call with every scope, and with an idempotency key where the operation takes one. */
function sendKeyed(name: OperationName, asked: Asked, key: string): Promise<TestAnswer> {
  const { replay }: Operation = operations[name];
  const headers = { ...(replay && { 'idempotency-key': `every-${name}-${key}` }), ...asked.request?.headers };
  return send(walk.service, name, { ...asked, request: { ...asked.request, headers } }, walk.service.allKey);
}

/** Expects that a retry, whose first process was killed after its commit, did nothing again. */
function expectSame(replay: Replay, first: TestAnswer, again: TestAnswer): void {
  expect(again.status, again.text).toBeOneOf([200, 201, 204]);
  if (replay !== 'stored') return;
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers.get('location')).toEqual(first.headers.get('location'));
}

function linesOf({ request: { body } = {} }: Asked): string[] {
  return (body as { entries: { message: string }[] }).entries.map(({ message }) => message);
}

test('lines of a log that were written before the process was killed are not written again', async () => {
  expect(writtenLines).not.toEqual([]);
  const found = await walk.service.database<{ message: string }[]>`
    select message from log_entry where message = any(${writtenLines}::text[])`;
  expect(found.map(({ message }) => message).sort()).toEqual(writtenLines.sort());
});

test('every change keeps in its transaction the record that it has in the trail', () => kept.expectAsInTrail());

/** The calls save no blob with an entry. */
const withoutDetail = ['SaveState'];

test('every change left the audit record that the table says', async () => {
  const records = await walk.service.database<
    { operation: OperationName; kind: string | null; detail: string | null }[]
  >`
    select operation, target_kind as kind, detail from audit_record
    where outcome = 'succeeded' and detail is distinct from 'the first answer again (Idempotency-Key)'`;
  const audited = Object.entries<Operation>(operations).filter(([, { audit }]) => audit !== undefined);
  for (const [name, { audit }] of audited) {
    const own = records.filter(({ operation }) => operation === name);
    expect.soft([name, new Set(own.map(({ kind }) => kind))]).toEqual([name, new Set([audit?.kind])]);
    const isDetailed = own.some(({ detail }) => detail !== null);
    expect.soft([name, isDetailed]).toEqual([name, audit?.detail !== undefined && !withoutDetail.includes(name)]);
  }
  const named = new Set(audited.map(([name]) => name));
  const reads = records.filter(({ operation }) => !named.has(operation));
  expect(reads.filter(({ detail }) => detail?.startsWith('sensitive values shown: ') !== true)).toEqual([]);
});
