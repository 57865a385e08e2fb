import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

const sandbox: { work?: () => unknown } = {};
const context = createContext(sandbox);
const script = new Script('work()');

/**
 * Runs synchronous work with a time limit and throws an error for which `isTimeUp` is true. It is the only way to stop
 * a regular expression that backtracks. Costs 0.1 ms.
 */
export function withinTime<T>(timeoutInMs: number, work: () => T): T {
  let result: { value: T } | undefined;
  sandbox.work = () => {
    result = { value: work() };
  };
  script.runInContext(context, { timeout: timeoutInMs });
  if (result === undefined) throw new Error('work ended without a result');
  return result.value;
}

/** The error comes from another realm, so `instanceof` does not recognise it. */
export function isTimeUp(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
