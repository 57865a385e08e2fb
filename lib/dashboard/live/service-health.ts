import 'server-only';
import { dashboardConfig } from '../config.ts';

const timeoutInMs = 2_000;

/** Whether the service is ready for work, as it tells itself. */
export async function serviceHealth(): Promise<'ready' | 'unreachable'> {
  try {
    const url = `${dashboardConfig().serviceUrl.replace(/\/+$/, '')}/readyz`;
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutInMs) });
    return response.ok ? 'ready' : 'unreachable';
  } catch {
    return 'unreachable'; // whatever kept the answer away, it is not there
  }
}
