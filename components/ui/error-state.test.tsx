// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { ErrorState } from './error-state.tsx';

async function shown(code: string) {
  const problem = { code, detail: 'A sentence.', requestId: 'r-1' };
  const { host } = await draw(<ErrorState title="The log could not be read" problem={problem} onRetry={() => {}} />);
  return { text: host.textContent, hasRetry: host.querySelector('button[aria-busy]') !== null };
}

it('names the request of a failure, and offers another try', async () => {
  const { text, hasRetry } = await shown('ServiceUnavailable');
  expect(text).toContain('request r-1');
  expect(hasRetry).toBe(true);
});

it('offers no other try where a scope is missing', async () => {
  expect(await shown('InsufficientScope')).toEqual({ text: 'The log could not be readA sentence.', hasRetry: false });
});

it('says of a service without an answer since when, and that it is read again', async () => {
  const { text } = await shown('Unreachable');
  expect(text).toMatch(
    /A sentence\.No answer for 1 s\. It is read again by itself as soon as there is one\.request r-1/,
  );
  expect(text).not.toContain('Unreachable');
});
