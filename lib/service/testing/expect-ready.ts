import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

/** Expects a stream of events to begin with `ready`. */
export async function expectReady(service: TestService, path: string): Promise<void> {
  const leaving = new AbortController();
  const response = await fetch(service.url + path, {
    headers: { authorization: `Bearer ${service.allKey}` },
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('event: ready');
  leaving.abort();
}
