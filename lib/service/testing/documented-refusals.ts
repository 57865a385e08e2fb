import { expect } from 'vitest';
import type { OperationName } from '#contract';
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
  operation: Described & { method: string },
  path: string,
  request: TestRequest,
) {
  const allowed = { token: service.allKey, ...request };
  const attempts: [string, TestRequest][] = [
    [`${path}${path.includes('?') ? '&' : '?'}unknown=1`, allowed],
    [path.replace(/\/(active|ended|forked|pausing|waiting|doomed|a%2Fb)\b/, '/nobody'), allowed],
    [path, { token: service.allKey, raw: '{', headers: { 'content-type': 'application/json' } }],
    [path.replace('/stores/store', '/stores/nothing'), allowed],
    [path, {}],
  ];
  for (const [attempt, given] of attempts) {
    if (given.raw !== undefined && operation.method === 'GET') continue;
    if (attempt === path && given.token !== undefined && given.raw === request.raw) continue; // the successful request
    const answer = await service.call(operation.method, attempt, given);
    if (answer.status < 300) continue;
    const schema = operation.responses[String(answer.status)]?.content?.['application/problem+json']?.schema;
    expect(schema, `${operation.operationId} answered ${answer.text}`).toBeDefined();
    expectValid(operation.operationId, schema, answer.text);
  }
}
