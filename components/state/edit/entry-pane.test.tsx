// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { EntryPane } from './entry-pane.tsx';

it('keeps the focus, and with it its keys, when another view takes the place of the one that had it', async () => {
  const { host, redraw } = await draw(null);
  const save = vi.fn();
  const show = (verb: string) =>
    redraw(
      <EntryPane id="a" verb={verb} description="" isWide={false} onClose={() => {}} onSave={save} footer="">
        <input key={verb} aria-label={`Value to ${verb}`} />
      </EntryPane>,
    );
  await show('Edit');
  expect(document.activeElement).toBe(document.body);
  host.querySelector('input')?.focus();
  await show('Merge');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Merge a');
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
  expect(save).toHaveBeenCalledOnce();

  host.querySelector<HTMLElement>('[aria-label="Close"]')?.focus();
  await show('Edit');
  expect(document.activeElement?.getAttribute('aria-label'), 'what is still there keeps it').toBe('Close');
});

it('saves only what is changed here with Shift, where the entry has moved on', async () => {
  const save = vi.fn();
  const saveMine = vi.fn();
  const { host, redraw } = await draw(null);
  const show = (onSaveMine?: () => void) =>
    redraw(
      <EntryPane
        {...{
          id: 'a',
          verb: 'Edit',
          description: '',
          isWide: false,
          onClose: () => {},
          onSave: save,
          onSaveMine,
          footer: '',
        }}
      >
        <input />
      </EntryPane>,
    );
  const press = () =>
    host
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'S', ctrlKey: true, shiftKey: true, bubbles: true }));
  await show(saveMine);
  press();
  expect([save.mock.calls.length, saveMine.mock.calls.length]).toEqual([0, 1]);
  await show();
  press();
  expect([save.mock.calls.length, saveMine.mock.calls.length]).toEqual([1, 1]);
});
