// @vitest-environment jsdom
import { act, Suspense, startTransition, use, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { countPageRead } from './page-reads.ts';
import { PageSkeleton } from './page-skeleton.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  return () => vi.useRealTimers();
});

const Next = ({ content }: { content: Promise<string> }) => use(content);

function Pages({ content }: { content: Promise<string> }) {
  const [isLeft, setLeft] = useState(false);
  return (
    <Suspense fallback="outside">
      {isLeft ? (
        <Suspense key="next" fallback={<PageSkeleton />}>
          <Next content={content} />
        </Suspense>
      ) : (
        <button type="button" onClick={() => startTransition(() => setLeft(true))}>
          the page that is left
        </button>
      )}
    </Suspense>
  );
}

/** Goes from one page to another, whose content has to come. */
async function leavePage() {
  let come = (_text: string) => {};
  const content = new Promise<string>((resolve) => {
    come = resolve;
  });
  const { host } = await draw(<Pages content={content} />);
  void countPageRead(Promise.resolve(new Response())); // what was read is there, and loads a script
  await act(async () => host.querySelector('button')?.click());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { host, pass, come: (text: string) => act(async () => come(text)) };
}

it('does not show where the next page comes soon: the one that is left stays until then', async () => {
  const { host, pass, come } = await leavePage();
  await pass(299);
  expect(host.textContent).toBe('the page that is left');
  await come('the next page');
  expect(host.textContent).toBe('the next page');
});

it('takes the place of the page that is left when the next one takes long', async () => {
  const { host, pass, come } = await leavePage();
  await pass(301);
  expect(host.textContent).toBe('Loading');
  await come('the next page');
  await pass(1_000);
  expect(host.textContent).toBe('the next page');
});

it('shows at once where no page was left', async () => {
  const { host } = await draw(<PageSkeleton />);
  expect(host.textContent).toBe('Loading');
});
