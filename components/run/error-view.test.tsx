import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ErrorFrames, TaskError } from '#contract';
import { ErrorView } from './error-view.tsx';

const frame = 'at n (/app/dist/worker.js:1:132)';
const error: TaskError = { name: 'Error', message: 'no', fingerprint: '2-a', stack: `Error: no\n    ${frame}` };
const original = { file: 'src/charge.ts', line: 15, column: 3, function: 'charge' };
const source = { firstLine: 14, lines: ['before();', 'charge();', 'after();'] };
const mapped: ErrorFrames = { hasHiddenSource: false, frames: [{ text: frame, isOwn: true, original, source }] };
const shown = (given?: ErrorFrames) => renderToStaticMarkup(<ErrorView error={error} mapped={given} />);

test('a frame with a source map has its original place, its lines and a mark at the failing one', () => {
  const html = shown(mapped);
  expect(html).toContain('at charge (src/charge.ts:15:3)');
  expect(html).toMatch(/▶.*15.*charge\(\);/);
  expect(html.match(/▶/g)).toHaveLength(1);
  expect(html).toContain(frame); // where it is in the bundle
});

test('a stack without source maps, or that was not read, is shown as it is', () => {
  expect(shown()).toContain(frame);
  expect(shown({ frames: [], hasHiddenSource: false, problem: 'The source was not read.' })).toMatch(
    /worker\.js:1:132.*The source was not read\./,
  );
});

test('who may not read sources is told of the scope', () => {
  const html = shown({ hasHiddenSource: true, frames: [{ text: frame, isOwn: true, original }] });
  expect(html).toContain('src/charge.ts:15:3');
  expect(html).toContain('Source lines need the scope sources/read.');
});

test('own frames are shown, and those of libraries folded until they are asked for', () => {
  const own = (text: string) => ({ text, isOwn: true });
  const other = (text: string) => ({ text, isOwn: false });
  const frames = [
    other('at parse (node:a)'),
    own('at charge'),
    other('at run (lib)'),
    own('at main'),
    other('at loop'),
  ];
  const html = shown({ hasHiddenSource: false, frames });
  expect([...html.matchAll(/>(at [^<]*)</g)].map(([, text]) => text)).toEqual(['at charge', 'at main']);
  expect(html).toContain('Show 3 frames of libraries');
  const few = shown({ hasHiddenSource: false, frames: frames.slice(0, 2) });
  expect(few).toContain('at parse');
  expect(few).not.toContain('frames of libraries');
  const none = shown({ hasHiddenSource: false, frames: [other('at run (lib)'), other('at loop')] });
  expect(none).toContain('at loop');
  expect(none).not.toContain('frames of libraries');
});
