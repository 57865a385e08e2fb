import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allowedMoves, assertMove, type StateName } from './execution-state.ts';

const names = Object.keys(allowedMoves).filter((name): name is StateName => name in allowedMoves);
const every = names.flatMap((from) => names.map((to) => [from, to] as const));

/** The arrows of the diagram in `docs/concepts/run.md`. */
function drawnMoves(): string[] {
  const page = readFileSync(new URL('../../../docs/concepts/run.md', import.meta.url), 'utf8');
  const drawing = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  return drawing.split('\n').flatMap((line) => {
    const arrow = /^ *(\w+) --> (\w+)(?: *:.*)?$/.exec(line);
    return arrow === null ? [] : [`${arrow[1]} → ${arrow[2]}`];
  });
}

describe('the states of an execution', () => {
  test('are drawn in the docs with exactly the moves that are allowed', () => {
    const allowed = names.flatMap((from) => allowedMoves[from].map((to) => `${from} → ${to}`));
    expect(drawnMoves().toSorted()).toEqual(allowed.toSorted());
  });

  test.each(every)('a move from %s to %s is refused unless it is allowed', (from, to) => {
    if (allowedMoves[from].includes(to)) expect(() => assertMove(from, to)).not.toThrow();
    else expect(() => assertMove(from, to)).toThrow(`cannot move from ${from} to ${to}`);
  });

  test('nothing leaves the last one, and each but the first is reached', () => {
    expect(allowedMoves.released).toEqual([]);
    for (const name of names)
      if (name !== 'running') expect(names.some((from) => allowedMoves[from].includes(name))).toBe(true);
  });
});
