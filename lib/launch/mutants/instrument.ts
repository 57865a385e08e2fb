import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { inProject } from '../project.mjs';
import type { Mutant } from './mutant.ts';
import { roomOf } from './rooms.ts';

/**
 * Kinds of mutants that are not made. Most string literals are prose or names from closed unions: the first are no
 * behaviour, the second are found by the type checker.
 */
const excludedKinds = ['StringLiteral'];

/** Source files that hold all their mutants behind switches, and the list of these mutants. */
type Instrumented = { files: readonly { path: string; text: string }[]; mutants: readonly Mutant[] };

/** Makes every mutant of the given files, paths relative to the project's folder. */
export async function instrument(paths: readonly string[]): Promise<Instrumented> {
  const texts = new Map(paths.map((path) => [path, readFileSync(inProject(path), 'utf8')]));
  const files = Array.from(texts, ([name, content]) => ({ name, content, mutate: true }));
  const result = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: excludedKinds,
    ignorers: [],
  });
  return {
    files: result.files.map(({ name, content }) => ({ path: name, text: content })),
    mutants: result.mutants.flatMap(({ id, fileName, location, mutatorName, replacement, status }) => {
      const text = texts.get(fileName);
      const room = roomOf(fileName)?.name;
      if (text === undefined || room === undefined || status === 'Ignored') return [];
      const start = offsetOf(text, location.start);
      const end = offsetOf(text, location.end);
      const place = {
        line: location.start.line + 1,
        column: location.start.column + 1,
        endLine: location.end.line + 1,
      };
      const original = text.slice(start, end);
      return [{ id, room, file: fileName, ...place, start, end, kind: mutatorName, original, replacement }];
    }),
  };
}

/** Lines and columns of the instrumenter count from 0. */
function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let offset = 0;
  for (let at = 0; at < line; at++) offset = text.indexOf('\n', offset) + 1;
  return offset + column;
}

const quiet = () => {};
const isOff = () => false;
const silent: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: isOff,
  isDebugEnabled: isOff,
  isInfoEnabled: isOff,
  isWarnEnabled: isOff,
  isErrorEnabled: isOff,
  isFatalEnabled: isOff,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};
