import { expect } from 'vitest';
import type { OperationName } from '#contract';
import type { Asked } from './canaries/planting.ts';
import { pathOf } from './canaries/walk.ts';
import type { TestRequest, TestService } from './test-service.ts';
import type { validityIn } from './validity.ts';

/** An operation as the document describes it. */
export type Described = {
  operationId: OperationName;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};

type Expecting = { service: TestService; expectValid: ReturnType<typeof validityIn> };

/** Makes the request in ways that must fail and expects only failures that the document names. */
export async function expectDocumentedRefusals(
  { service, expectValid }: Expecting,
  operation: Described & { method: string; path: string },
  asked: Asked,
) {
  const { params = {}, query, request = {} } = asked;
  const path = pathOf(operation.path, asked);
  const allowed = { token: service.allKey, ...request };
  const missing = Object.keys(params).map((name): [string, TestRequest] => [
    pathOf(operation.path, { ...asked, params: { ...params, [name]: 'nobody' } }),
    allowed,
  ]);
  const attempts: [string, TestRequest][] = [
    [pathOf(operation.path, { ...asked, query: { ...query, unknown: '1' } }), allowed],
    ...missing,
    [path, { token: service.allKey, raw: '{', headers: { 'content-type': 'application/json' } }],
    [path, {}],
  ];
  for (const [attempt, given] of attempts) {
    if (given.raw !== undefined && operation.method === 'GET') continue;
    const answer = await service.call(operation.method, attempt, given);
    if (answer.status < 300) continue;
    const schema = operation.responses[String(answer.status)]?.content?.['application/problem+json']?.schema;
    expect(schema, `${operation.operationId} answered ${answer.text}`).toBeDefined();
    expectValid(operation.operationId, schema, answer.text);
  }
}
