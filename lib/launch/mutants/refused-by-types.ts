import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject, projectNode } from '../project.mjs';
import type { Mutant } from './mutant.ts';

/**
 * Returns the mutants that do not compile: `npm test` finds them without a test. Unused names are no error here. All are
 * checked at once, each in a copy of its file beside the original. Where an unchanged copy does not compile (a class is
 * not its own copy), the mutants of the file are put into the original, one after the other.
 */
export async function refusedByTypes(mutants: readonly Mutant[], sandbox: string): Promise<ReadonlySet<Mutant>> {
  await writeFile(join(sandbox, 'tsconfig.mutants.json'), JSON.stringify(configuration));
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const copies = new Map<string, Mutant | undefined>();
  for (const [file, ofFile] of byFile) {
    const text = await readFile(join(sandbox, file), 'utf8');
    for (const [at, mutant] of [undefined, ...ofFile].entries()) {
      const copy = file.replace(/\.tsx?$/, `.copy-${at}$&`);
      copies.set(copy, mutant);
      await writeFile(join(sandbox, copy), mutant === undefined ? text : mutatedText(text, mutant));
    }
  }
  const withErrors = await filesWithErrors(sandbox);
  for (const copy of copies.keys()) await rm(join(sandbox, copy));

  const isCopyable = (file: string) => !withErrors.has(file.replace(/\.tsx?$/, '.copy-0$&'));
  const refused = new Set<Mutant>();
  for (const [copy, mutant] of copies)
    if (mutant !== undefined && isCopyable(mutant.file) && withErrors.has(copy)) refused.add(mutant);
  const others = [...byFile].flatMap(([file, ofFile]) => (isCopyable(file) ? [] : [ofFile]));
  for (const mutant of await refusedInPlace(others, sandbox)) refused.add(mutant);
  return refused;
}

/** One mutant of each file is put in at a time, and an error in its file counts as its own. */
async function refusedInPlace(files: readonly (readonly Mutant[])[], sandbox: string): Promise<Mutant[]> {
  const refused: Mutant[] = [];
  for (let round = 0; ; round++) {
    const batch = files.flatMap((ofFile) => ofFile[round] ?? []);
    if (batch.length === 0) return refused;
    const originals = await Promise.all(batch.map(({ file }) => readFile(join(sandbox, file), 'utf8')));
    for (const [at, mutant] of batch.entries())
      await writeFile(join(sandbox, mutant.file), mutatedText(originals[at] ?? '', mutant));
    const withErrors = await filesWithErrors(sandbox);
    refused.push(...batch.filter(({ file }) => withErrors.has(file)));
    for (const [at, { file }] of batch.entries()) await writeFile(join(sandbox, file), originals[at] ?? '');
  }
}

const configuration = {
  extends: './tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, incremental: false },
  include: ['next-env.d.ts', 'lib/**/*.ts', 'lib/**/*.tsx'],
  exclude: ['node_modules', '**/*.test.ts', '**/*.test.tsx'],
};

const mutatedText = (text: string, { start, end, replacement }: Mutant) =>
  text.slice(0, start) + replacement + text.slice(end);

async function filesWithErrors(sandbox: string): Promise<Set<string>> {
  const compiler = inProject('node_modules/typescript/bin/tsc');
  const flags = [compiler, '--noEmit', '--pretty', 'false', '--project', 'tsconfig.mutants.json'];
  const output = await new Promise<string>((resolve) => {
    execFile(projectNode, flags, { cwd: sandbox, maxBuffer: 256 * 1024 ** 2 }, (_error, stdout) => resolve(stdout));
  });
  return new Set(Array.from(output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm), (match) => match[1] ?? ''));
}
