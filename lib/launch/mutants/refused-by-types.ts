import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject, projectNode } from '../project.mjs';
import type { Mutant } from './mutant.ts';

/**
 * Returns the mutants that do not compile: `npm test` finds them without a test. One mutant per file is put in at a time,
 * and an error in its file counts as its own. Unused names are no error here.
 */
export async function refusedByTypes(mutants: readonly Mutant[], sandbox: string): Promise<ReadonlySet<Mutant>> {
  await writeFile(join(sandbox, 'tsconfig.mutants.json'), JSON.stringify(configuration));
  const refused = new Set<Mutant>();
  const waiting = [...Map.groupBy(mutants, ({ file }) => file).values()].map((ofFile) => [...ofFile]);
  for (;;) {
    const batch = waiting.flatMap((ofFile) => ofFile.shift() ?? []);
    if (batch.length === 0) return refused;
    const originals = await Promise.all(batch.map(({ file }) => readFile(join(sandbox, file), 'utf8')));
    for (const [at, mutant] of batch.entries())
      await writeFile(join(sandbox, mutant.file), mutatedText(originals[at] ?? '', mutant));
    const withErrors = await filesWithErrors(sandbox);
    for (const [at, mutant] of batch.entries()) {
      if (withErrors.has(mutant.file)) refused.add(mutant);
      await writeFile(join(sandbox, mutant.file), originals[at] ?? '');
    }
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
