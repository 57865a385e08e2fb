const forbidden = Symbol.for('taskdeck.blocking-forbidden');

/**
 * Forbids the client's synchronous forms in this process. They block the whole process, so the service, the workers and
 * the dashboard call this.
 */
export function forbidBlocking(who: string): void {
  Reflect.set(globalThis, forbidden, who);
}

/** Names the process that forbade blocking. `undefined` when blocking is allowed. */
export function blockingForbiddenBy(): string | undefined {
  const who: unknown = Reflect.get(globalThis, forbidden);
  return typeof who === 'string' ? who : undefined;
}
