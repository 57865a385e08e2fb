import { fetch } from 'undici';
import { HostNotAllowedError, NonRetryableError } from '#engine';
import type { Sending } from './sending.ts';

type Hook = { url: string; headers: Record<string, string>; body: string; signal: AbortSignal };

const timeoutInMs = 15_000;

/**
 * Posts JSON to a hook. Rejects unless the answer is 2xx. Errors name neither the URL, which can hold a key, nor the
 * answer's body, which can quote the request. A refusal that a retry does not change is a `NonRetryableError`.
 */
export async function postHook(
  { outlet }: Pick<Sending, 'outlet'>,
  { url, headers, body, signal }: Hook,
): Promise<void> {
  const status = await exchange(outlet.dispatcher, { url, headers, body, signal });
  if (status >= 200 && status < 300) return;
  const message = `the receiver answered ${status}`;
  const mayChange = status >= 500 || [408, 409, 425, 429].includes(status);
  throw mayChange ? new Error(message) : new NonRetryableError(message);
}

async function exchange(dispatcher: Sending['outlet']['dispatcher'], hook: Hook): Promise<number> {
  const timeout = AbortSignal.timeout(timeoutInMs);
  try {
    const response = await fetch(hook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'taskdeck-alerts', ...hook.headers },
      body: hook.body,
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.any([hook.signal, timeout]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    hook.signal.throwIfAborted();
    if (timeout.aborted) throw new Error(`no answer within ${timeoutInMs / 1000} seconds`);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof HostNotAllowedError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : '';
    throw new Error(`the receiver was not reached${code}`);
  }
}
