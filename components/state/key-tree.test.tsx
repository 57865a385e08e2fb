// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { TreeRow } from './key-tree.model.ts';
import { KeyTree } from './key-tree.tsx';

beforeEach(() => {
  Element.prototype.scrollTo = () => {};
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 640 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });
});

const entries = (count: number): TreeRow[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `order-${String(index).padStart(4, '0')}`;
    return { kind: 'entry', key: `e${id}`, depth: 1, parent: '', id, label: id, hasBlob: false };
  });

async function showTree(rows: readonly TreeRow[]) {
  const none = () => {};
  const { host } = await draw(
    <KeyTree
      {...{ label: 'Store', rows, selectedPrefix: undefined, selectedId: undefined }}
      {...{ onOpen: none, onPrefix: none, onEntry: none, onMore: none }}
    />,
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
