// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Drawn, draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx';

let drawn: Drawn;
const chosen = vi.fn();

beforeEach(async () => {
  stubResizeObserver();
  chosen.mockClear();
  drawn = await draw(null);
});

const show = (items: string[], isLive: boolean) =>
  drawn.redraw(
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button type="button">More</button>
      </DropdownMenuTrigger>
      <DropdownMenuContent isLive={isLive}>
        {items.map((item) => (
          <DropdownMenuItem key={item} onSelect={() => chosen(item)}>
            {item}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>,
  );
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const names = () => items().map(({ textContent }) => textContent);

/** Opens it with Enter or Space, which a browser makes a click without presses of a button, or with the pointer. */
async function open(presses = 0): Promise<void> {
  await act(async () => {
    drawn.host
      .querySelector('button')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: presses }));
    await vi.dynamicImportSettled(); // what draws the menu is loaded when it opens
  });
}

it('keeps its items in their places while it is open', async () => {
  await show(['Rerun', 'Cancel', 'Edit'], false);
  await open();
  await show(['Rerun', 'Pause', 'Cancel', 'Edit'], false);
  expect(names()).toEqual(['Rerun', 'Cancel', 'Edit']);
  await act(async () => items()[1]?.click());
  expect(chosen).toHaveBeenCalledWith('Cancel');
  expect(names()).toEqual([]);
  await open();
  expect(names()).toEqual(['Rerun', 'Pause', 'Cancel', 'Edit']);
});

it('follows what is chosen in it when it stays open for that', async () => {
  await show(['Hide name'], true);
  await open();
  await show(['Show name'], true);
  expect(names()).toEqual(['Show name']);
});

it('begins at its first item when a key has opened it, and at none after a click', async () => {
  await show(['Rerun', 'Cancel'], false);
  await open();
  expect(document.activeElement?.textContent).toBe('Rerun');
  await act(async () => items()[0]?.click());
  await open(1);
  expect(document.activeElement?.getAttribute('role')).toBe('menu');
  await act(async () => items()[0]?.click());
  const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });
  await act(async () => {
    drawn.host.querySelector('button')?.dispatchEvent(down);
    await vi.dynamicImportSettled();
  });
  expect(document.activeElement?.textContent).toBe('Rerun');
});
