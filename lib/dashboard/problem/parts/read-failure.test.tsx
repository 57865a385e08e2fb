// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { ReadFailure } from './read-failure.tsx';

function Chip({ read }: { read: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['chip'], queryFn: read });
  return (
    <>
      {query.data}
      <ReadFailure title="The chip could not be read" read={query} />
    </>
  );
}

it('says that a read failed, with the age of what is shown, until another try succeeds', async () => {
  notifyManager.setScheduler(queueMicrotask); // so that `act` sees the end of a read
  let isAway = true;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => client.clear());
  const read = () => (isAway ? Promise.reject(new Error('Away')) : Promise.resolve('40 %'));
  const { host } = await draw(
    <QueryClientProvider client={client}>
      <Chip read={read} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(host.textContent).toBe('The chip could not be read.Try again'));
  isAway = false;
  await act(async () => host.querySelector('button')?.click());
  await vi.waitFor(() => expect(host.textContent).toBe('40 %'));
  isAway = true;
  await act(async () => client.refetchQueries());
  await vi.waitFor(() =>
    expect(host.textContent).toMatch(/^40 %The chip could not be read\. Shown as of .+\.Try again$/),
  );
});
