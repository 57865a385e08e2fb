const forbidden = Symbol.for('taskdeck.blocking-forbidden');

/**
 * Says that this process answers others at any time (the service, a worker, the dashboard), so that the client's
 * synchronous forms, which stop all of it while they wait, refuse to be called in it.
 */
export function forbidBlocking(who: string): void {
  Reflect.set(globalThis, forbidden, who);
}

/** Who forbade blocking in this process; `undefined` where it may block. */
export function blockingForbiddenBy(): string | undefined {
  const who: unknown = Reflect.get(globalThis, forbidden);
  return typeof who === 'string' ? who : undefined;
}
