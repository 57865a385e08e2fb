/** Lines of a source around one of them. `firstLine` counts from 1. */
export type Snippet = { firstLine: number; lines: string[] };

const linesBefore = 4;
const linesAfter = 3;
const maximumColumns = 300;

/** Returns the lines around a line, which counts from 1. Long lines are cut. `undefined` when there is no such line. */
export function snippetOf(text: string, line: number): Snippet | undefined {
  const lines = text.split(/\r?\n/);
  if (line > lines.length) return undefined;
  const first = Math.max(1, line - linesBefore);
  return { firstLine: first, lines: lines.slice(first - 1, line + linesAfter).map(cut) };
}

/**
 * Returns the name of the function that is called at a place of a source, such as `charge` at `await bank.charge(order)`.
 * `undefined` when no call by a name begins there. Line and column count from 0.
 */
export function calledAt(text: string, line: number, column: number): string | undefined {
  const rest = text.split(/\r?\n/, line + 1)[line]?.slice(column, column + maximumColumns) ?? '';
  return /^(?:await\s+)?(?:[\w$#]+\s*\??\.\s*)*([\w$#]+)\s*(?:<[^<>()]*>)?\(/.exec(rest)?.[1];
}

/** Returns whether the source has a function's name, so that a bundler did not shorten it. */
export function hasName(text: string, called: string): boolean {
  const name = /[\w$#]+$/.exec(called)?.[0] ?? '';
  return name.length > 3 && text.includes(name);
}

/** The path of a source for people: without the scheme of a bundler and the steps up from the bundle's folder. */
export function originalPath(source: string): string {
  return (
    source
      .replace(/^[a-z][a-z-]+:\/\/[^/]*\//i, '')
      .replace(/^(?:\.{1,2}\/)+/, '')
      .replace(/\?.*$/, '') || source
  );
}

function cut(line: string): string {
  return line.length > maximumColumns ? `${line.slice(0, maximumColumns)}…` : line;
}
