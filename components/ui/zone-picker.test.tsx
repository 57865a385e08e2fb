// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, typeInto } from '@/components/testing/draw.ts';
import { ZonePicker } from './zone-picker.tsx';

let host: HTMLElement;
const chosen = vi.fn();

function Page() {
  const [zone, setZone] = useState('local');
  const choose = (name: string) => {
    chosen(name);
    setZone(name);
  };
  return <ZonePicker id="zone" value={zone} local="Europe/Paris" onChange={choose} />;
}

beforeEach(async () => {
  Element.prototype.scrollIntoView = vi.fn(); // jsdom scrolls nothing
  chosen.mockClear();
  ({ host } = await draw(<Page />));
});

function input(): HTMLInputElement {
  const found = host.querySelector('input');
  if (found === null) throw new Error('no input was drawn');
  return found;
}

const type = (text: string) => typeInto(input(), text);

const press = (key: string) =>
  act(async () => void input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const options = () => [...host.querySelectorAll('[role="option"]')].map((option) => option.textContent);

it('finds a zone while it is typed, and takes it with Enter', async () => {
  expect(input().value).toBe('Local');
  await type('toky');
  expect(options()).toEqual(['Asia/TokyoUTC+09:00']);
  await press('Enter');
  expect(chosen).toHaveBeenCalledWith('Asia/Tokyo');
  expect(input().value).toBe('Asia/Tokyo');
  expect(options()).toEqual([]);
});

it('offers the zone of the browser first, moves with the arrows, and keeps what was chosen on Escape', async () => {
  await press('ArrowDown');
  expect(options().slice(0, 2)).toEqual(['LocalEurope/Paris', 'UTCUTC+00:00']);
  await press('ArrowDown');
  expect(host.querySelector('[aria-selected="true"]')?.textContent).toBe('UTCUTC+00:00');
  await press('Escape');
  expect(input().value).toBe('Local');
  expect(chosen).not.toHaveBeenCalled();
});
