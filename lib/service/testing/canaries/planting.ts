import { type HttpMethod, type OperationName, operations, type Scope } from '#contract';
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

/** Who may call an operation: method, path, required scopes, scopes that extend the answer, and whether a call is audited. */
export type Access = readonly [
  method: HttpMethod,
  path: `/v1/${string}`,
  scopes: readonly Scope[] | 'anonymous' | 'authenticated',
  optionalScopes: readonly Scope[],
  audited?: 'audited',
];

/** What the tests know of an operation by themselves. */
export type Example = {
  /** Written from the interface and the concept pages, so that no test judges the table of operations by itself. */
  access: Access;
  /** Calls that succeed. They make what they need, so they are made in any order and more than once. */
  calls: (planter: Planter) => readonly Asked[] | Promise<readonly Asked[]>;
};

export type Examples = Record<OperationName, Example>;

/** The body of an operation with a canary in every field that is not given. */
export function bodyOf({ canaries }: Planter, name: OperationName, given: Given = {}): TestRequest {
  const operation = operations[name];
  if (!('body' in operation)) throw new Error(`${name} takes no body`);
  return { body: plantIn(canaries, name, operation.body, given) };
}
