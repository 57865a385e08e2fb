// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ZonePicker } from './zone-picker.tsx';

let host: HTMLElement;
let root: Root;
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
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Element.prototype.scrollIntoView = vi.fn(); // jsdom scrolls nothing
  chosen.mockClear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Page />));
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
});

function input(): HTMLInputElement {
  const found = host.querySelector('input');
  if (found === null) throw new Error('no input was drawn');
  return found;
}

async function type(text: string): Promise<void> {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

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
