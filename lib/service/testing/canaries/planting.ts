import { type OperationName, operations } from '#contract';
import type { Issuer } from '../issuer.ts';
import type { TestRequest, TestService } from '../test-service.ts';
import type { Canaries } from './canary.ts';
import { type Given, plantIn } from './generate.ts';

/** One call of an operation. What it needs is there already. */
export type Asked = { params?: Record<string, string>; query?: Record<string, string>; request?: TestRequest };

export type Planter = {
  service: TestService;
  issuer: Issuer;
  canaries: Canaries;
  /** A number that is new each time, for ids. */
  next(): number;
  /** A call as a caller with every scope, which must succeed. */
  must(name: OperationName, asked: Asked): Promise<{ body: unknown; headers: Headers }>;
};

/** The calls of each operation that the walk makes. */
export type Requests = Record<OperationName, (planter: Planter) => readonly Asked[] | Promise<readonly Asked[]>>;

/** The body of an operation with a canary in every field that is not given. */
export function bodyOf({ canaries }: Planter, name: OperationName, given: Given = {}): TestRequest {
  const operation = operations[name];
  if (!('body' in operation)) throw new Error(`${name} takes no body`);
  return { body: plantIn(canaries, name, operation.body, given) };
}
