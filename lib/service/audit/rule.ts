import type { AuditRule, Operation } from '#contract';

/** What the audit record of an operation names: what the table says of a change, or what a read is of by its path. */
export function ruleOf({ audit, path }: Operation): AuditRule | undefined {
  if (audit !== undefined) return audit;
  return reads.find(([start]) => path.startsWith(start))?.[1];
}

const reads: readonly (readonly [string, AuditRule])[] = [
  ['/v1/tasks/{id}', { kind: 'task', target: '{id}' }],
  ['/v1/stores/{storeName}/blobs', { kind: 'blob', target: '{storeName}/{id}' }],
  ['/v1/stores/{storeName}/', { kind: 'state', target: '{storeName}/{id}' }],
  ['/v1/stores/{storeName}', { kind: 'store', target: '{storeName}' }],
  ['/v1/error-groups/{id}', { kind: 'errorGroup', target: '{id}' }],
  ['/v1/alerts/{id}', { kind: 'alert', target: '{id}' }],
  ['/v1/reveals/{id}', { kind: 'reveal', target: '{id}' }],
  ['/v1/locks/{name}', { kind: 'lock', target: '{name}' }],
];
