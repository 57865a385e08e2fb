import type { SourceFile } from './rooms.ts';

/** Files that no deployment runs. */
const isOfTests = /\.test\.tsx?$|\/testing(?:\/|\.ts$)|^e2e\/|^bench\/|^lib\/launch\/(?:mutants|test|package|checks)\//;
/** What `npm start` hands to the PostgreSQL that it starts. */
const isInternal = /^TASKDECK_POSTGRES_/;

/**
 * Returns the environment variables that sources read and no page of the documentation names, and the rows of tables in
 * the documentation about variables that nothing reads.
 */
export function checkVariables(sources: readonly SourceFile[], pages: readonly SourceFile[]): string[] {
  const documented = new Set(pages.flatMap(({ text }) => Array.from(text.matchAll(variable), ([name]) => name)));
  const read = new Map<string, string>();
  for (const { path, text } of sources.filter(({ path }) => !isOfTests.test(path)))
    for (const [name] of text.matchAll(variable)) if (!isInternal.test(name)) read.set(name, path);
  const unread = pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^\| `(TASKDECK_[A-Z_]+)`/gm), (match) => ({ path, name: match[1] ?? '' })),
  );
  return [
    ...Array.from(read, ([name, path]) =>
      documented.has(name) ? '' : `${path}: docs/operations.md has no row for ${name}`,
    ),
    ...unread.map(({ path, name }) => (read.has(name) ? '' : `${path}: nothing reads ${name}`)),
  ].filter((problem) => problem !== '');
}

const variable = /\bTASKDECK_[A-Z_]*[A-Z]\b(?!_)/g;
