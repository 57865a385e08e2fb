// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { toast } from '@/components/ui/toast.ts';
import { showHook } from '../testing/show-hook.ts';
import { useKeptSelection } from './use-kept-selection.ts';

type Row = { id: string; color: string };
type Kept = ReturnType<typeof useKeptSelection<Row>>;

/** What the service has. */
let rows: Row[];
let name: string;
let count = 0;
let now: Kept;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  count += 1;
  name = `list ${count}`;
  rows = [
    { id: 'a', color: 'red' },
    { id: 'b', color: 'blue' },
  ];
});

function Page() {
  now = useKept();
  return null;
}

const useKept = () =>
  useKeptSelection<Row>({
    name,
    words: ['fruit', 'fruits'],
    rowId: ({ id }) => id,
    read: async (ids) => rows.filter(({ id }) => ids.includes(id)),
  });

/** Opens the page as a load of its document does, with what an earlier one has left in the tab. */
async function load(...left: string[]): Promise<void> {
  sessionStorage.setItem(`taskdeck.selection.${name}`, JSON.stringify(left));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>
  );
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = renderToString(page);
  const root = await act(async () => hydrateRoot(host, page));
  onTestFinished(() => {
    act(() => root.unmount());
    client.clear();
  });
}

const keptNow = () => JSON.parse(sessionStorage.getItem(`taskdeck.selection.${name}`) ?? '[]');
const select = (...chosen: Row[]) => act(async () => now.setChosen(new Map(chosen.map((row) => [row.id, row]))));

it('reads the rows again that were selected before a reload', async () => {
  await load('b');
  await vi.waitFor(() => expect([...now.chosen]).toEqual([['b', { id: 'b', color: 'blue' }]]));
  await select({ id: 'a', color: 'red' });
  expect(keptNow()).toEqual(['a']);
});

it('says how many of them were deleted', async () => {
  const told = vi.spyOn(toast, 'error').mockImplementation(() => {});
  await load('b', 'c');
  await vi.waitFor(() => expect([...now.chosen.keys()]).toEqual(['b']));
  expect(told).toHaveBeenCalledExactlyOnceWith('Deleted meanwhile: 1 fruit of the selection');
});

it('keeps what is selected before they were read', async () => {
  await load('b');
  await select({ id: 'a', color: 'red' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect([...now.chosen.keys()]).toEqual(['a']);
});

it('begins with nothing where another page led to the list', async () => {
  sessionStorage.setItem(`taskdeck.selection.${name}`, '["a"]');
  const page = await showHook(useKept);
  expect(page.now.chosen.size).toBe(0);
  expect(keptNow()).toEqual([]);
});

it('keeps no more than can be read at once', async () => {
  await load();
  await select(...Array.from({ length: 201 }, (_, n) => ({ id: `${n}`, color: '' })));
  expect(keptNow()).toEqual([]);
  await select({ id: 'a', color: 'red' });
  expect(keptNow()).toEqual(['a']);
  await act(async () => now.forget());
  expect(keptNow()).toEqual([]);
});
