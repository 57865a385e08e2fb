/** The dashboard answers within two seconds, also for a service that hangs. */
const timeoutInMs = 5_000;

/** Returns whether the service can do its work, as the dashboard's server sees it. For the browser. */
export async function isServiceReady(left?: AbortSignal): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(timeoutInMs);
    const signal = left === undefined ? limit : AbortSignal.any([left, limit]);
    const response = await fetch('/api/healthz', { signal, cache: 'no-store' });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return typeof answer === 'object' && answer !== null && 'service' in answer && answer.service === 'ready';
  } catch {
    return false; // the dashboard itself is away too
  }
}
