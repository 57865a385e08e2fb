// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { KeptHeight } from './kept-height.tsx';

test('stays as high as its content was, at one width and until it is clicked', async () => {
  let tell = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        tell = call;
      }
      observe() {}
      disconnect() {}
    },
  );
  const { host } = await draw(
    <KeptHeight>
      <button type="button">Hide stack</button>
    </KeptHeight>,
  );
  const box = host.firstElementChild;
  const content = box?.firstElementChild;
  if (!(box instanceof HTMLElement) || !(content instanceof HTMLElement)) throw new Error('nothing is drawn');
  const become = (width: number, height: number) => {
    content.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
    tell();
    return box.style.minHeight;
  };
  expect(become(600, 300)).toBe('300px');
  expect(become(600, 250)).toBe('300px');
  expect(become(600, 340)).toBe('340px');
  expect(become(400, 280), 'another width').toBe('280px');
  host.querySelector('button')?.click();
  expect(box.style.minHeight).toBe('');
  expect(become(400, 120)).toBe('120px');
});
