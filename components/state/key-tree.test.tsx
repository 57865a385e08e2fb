// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TreeRow } from './key-tree.model.ts';
import { KeyTree } from './key-tree.tsx';

let unmount = () => {};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Element.prototype.scrollTo = () => {};
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 640 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });
});

afterEach(() => {
  act(() => unmount());
  vi.unstubAllGlobals();
});

const entries = (count: number): TreeRow[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `order-${String(index).padStart(4, '0')}`;
    return { kind: 'entry', key: `e${id}`, depth: 1, parent: '', id, label: id, hasBlob: false };
  });

async function showTree(rows: readonly TreeRow[]) {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  unmount = () => {
    root.unmount();
    host.remove();
  };
  const none = () => {};
  await act(async () =>
    root.render(
      <KeyTree
        {...{ label: 'Store', rows, selectedPrefix: undefined, selectedId: undefined }}
        {...{ onOpen: none, onPrefix: none, onEntry: none, onMore: none }}
      />,
    ),
  );
  return host;
}

test('a row far down has the focus, and keys that follow each other before anything is drawn are all kept', async () => {
  const host = await showTree(entries(2_000));
  host.querySelector<HTMLElement>('[role=treeitem]')?.focus();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (const key of ['ArrowDown', 'End', 'ArrowUp']) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await Promise.resolve();
  }
  expect(document.activeElement?.textContent).toContain('order-1998');
});
