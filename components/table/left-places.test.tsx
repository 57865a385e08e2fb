// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

type Line = { id: string };

const columns: Column<Line>[] = [{ id: 'id', header: 'Id', width: '10rem', cell: ({ id }) => id }];
const rows = Array.from({ length: 9 }, (_, index) => ({ id: `line ${index}` }));
const idOf = ({ id }: Line) => id;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1_200 });
});

const show = (label: string) =>
  draw(<DataTable label={label} columns={columns} rows={rows} rowId={idOf} rowLabel={idOf} onOpen={() => {}} />);
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
const focused = () => document.activeElement?.closest('[data-row]')?.textContent ?? 'no row';

/** Opens the third row of a table by keys, and leaves its page. */
async function leave(label: string): Promise<void> {
  const { end } = await show(label);
  for (const key of ['j', 'j', 'j', 'Enter']) await press(key);
  expect(focused()).toContain('line 2');
  end();
}

test('Back opens a table at the row from which it was left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await leave('logs');
  window.dispatchEvent(new PopStateEvent('popstate'));
  vi.advanceTimersByTime(20_000); // the service is slow
  const back = await show('logs');
  expect(focused()).toContain('line 2');
  await press('j');
  expect(focused()).toContain('line 3');
  back.end();
  const other = await show('errors');
  expect(focused()).not.toContain('line');
  other.end();
  await show('logs');
  expect(focused(), 'a link opens it at its top').not.toContain('line');
  vi.useRealTimers();
});

test('a link in a row leaves the table too, unless it opens another tab', async () => {
  const onLeave = vi.fn();
  const linked: Column<Line>[] = [
    { id: 'id', header: 'Id', width: '10rem', cell: ({ id }) => <a href="#there">{id}</a> },
  ];
  const props = { label: 'links', columns: linked, rows, rowId: idOf, rowLabel: idOf, onOpen: () => {}, onLeave };
  const { host, end } = await draw(<DataTable {...props} />);
  const click = (init: MouseEventInit) =>
    act(async () => {
      const link = host.querySelectorAll('[data-row] a')[3];
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    });
  await click({ ctrlKey: true });
  expect(onLeave).not.toHaveBeenCalled();
  await click({});
  expect(onLeave.mock.calls).toEqual([[{ id: 'line 3' }, 0]]);
  end();
  window.dispatchEvent(new PopStateEvent('popstate'));
  await draw(<DataTable {...props} />);
  expect(focused()).toContain('line 3');
});

test('Back opens a table as far down as it was scrolled when the navigation left it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const scrollerOf = ({ host }: { host: HTMLElement }) => {
    const scroller = host.querySelector<HTMLElement>('[data-row]')?.closest<HTMLElement>('.overflow-auto');
    if (scroller == null) throw new Error('nothing scrolls');
    return scroller;
  };
  const table = await show('events');
  scrollerOf(table).scrollTop = 96;
  scrollerOf(table).dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(200);
  table.end();
  window.dispatchEvent(new PopStateEvent('popstate'));
  const back = await show('events');
  expect(scrollerOf(back).scrollTop).toBe(96);
  back.end();
  vi.advanceTimersByTime(3_001);
  document.body.click();
  (await show('events')).end(); // by a link, at its top
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(scrollerOf(await show('events')).scrollTop).toBe(0);
  vi.useRealTimers();
});
