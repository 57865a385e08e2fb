// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest';
import { showHook } from '../testing/show-hook.ts';
import { useRunKeys } from './use-run-keys.ts';

const listed = { hasList: true };

/** Presses a key on a page, or in an element of it, and returns what it did and whether the browser still acts on it. */
async function pressed(init: KeyboardEventInit, { hasList, within = 'main' } = { ...listed, within: 'main' }) {
  const did: string[] = [];
  const page = await showHook(() =>
    useRunKeys({
      onAction: (name) => did.push(name),
      onWatch: () => did.push('watch'),
      onSteps: () => did.push('steps'),
      onTask: hasList ? (by) => did.push(`task ${by}`) : undefined,
      onNeighbour: (distance) => did.push(`run ${distance}`),
    }),
  );
  const element = document.createElement(within);
  document.body.append(element);
  onTestFinished(() => element.remove());
  const isLeft = element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  page.end();
  return { did, isLeft };
}

it.for<[string, string]>([
  ['e', 'raise'],
  ['r', 'rerun'],
  ['c', 'cancel'],
  ['d', 'compare'],
  ['w', 'watch'],
  ['t', 'steps'],
  ['j', 'task 1'],
  ['k', 'task -1'],
  ['R', 'rerun'],
])('%s does %s, and nothing else', async ([key, done]) => {
  expect(await pressed({ key })).toEqual({ did: [done], isLeft: false });
});

it.for<[string, string]>([
  ['J', 'run -1'],
  ['K', 'run 1'],
])('Shift %s goes to the %s', async ([key, done]) => {
  expect(await pressed({ key, shiftKey: true })).toEqual({ did: [done], isLeft: false });
});

it.for<[string, KeyboardEventInit]>([
  ['Shift R', { key: 'R', shiftKey: true }],
  ['Shift W', { key: 'W', shiftKey: true }],
  ['Control R', { key: 'r', ctrlKey: true }],
  ['Command C', { key: 'c', metaKey: true }],
  ['x', { key: 'x' }],
])('%s is left to the browser', async ([, init]) => {
  expect(await pressed(init)).toEqual({ did: [], isLeft: true });
});

it('leaves J and K to others where the task is of no list', async () => {
  for (const key of ['j', 'k'])
    expect(await pressed({ key }, { hasList: false, within: 'main' })).toMatchObject({ did: [] });
});

it('types into fields', async () => {
  expect(await pressed({ key: 'c' }, { ...listed, within: 'input' })).toEqual({ did: [], isLeft: true });
});
