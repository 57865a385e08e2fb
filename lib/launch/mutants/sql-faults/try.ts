import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { inProject } from '../../project.mjs';
import { StartError } from '../../steps.mjs';
import { openHost } from '../host-process.ts';
import type { Sandboxes } from '../sandbox.ts';
import { sqlFaults } from './all.ts';
import { describeFault, problemOf, type SqlFault } from './sql-fault.ts';

const oneFileMs = 240_000;

/** Returns what prevents the list of faults from being tried. */
export async function problemsOfSqlFaults(): Promise<string[]> {
  const problems: string[] = [];
  for (const fault of sqlFaults) {
    const text = await readFile(inProject(fault.file), 'utf8');
    const problem = problemOf(fault, text);
    if (problem !== undefined) problems.push(`${describeFault(fault)}: ${problem}`);
    for (const test of fault.tests)
      if (!existsSync(inProject(test))) problems.push(`${describeFault(fault)}: ${test} does not exist`);
  }
  return problems;
}

/**
 * Puts each fault into a copy of the project and runs its tests. Resolves with whether all were noticed.
 * Throws a `StartError` when a fault's text no longer stands in its file.
 */
export async function trySqlFaults(sandboxes: Sandboxes, env: Record<string, string>): Promise<boolean> {
  const problems = await problemsOfSqlFaults();
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  console.log(`\n${sqlFaults.length} faults of SQL statements`);
  const queue = [...sqlFaults];
  let missed = 0;
  const work = async (sandbox: string) => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const noticedBy = await tryFault(fault, sandbox, env);
      if (noticedBy === undefined) missed++;
      console.log(`  ${noticedBy === undefined ? 'survived' : 'noticed'}: ${describeFault(fault)}`);
    }
  };
  await Promise.all(['sql-0', 'sql-1'].map(async (name) => work(await sandboxes.add(name, []))));
  console.log(`${sqlFaults.length - missed} of ${sqlFaults.length} noticed\n`);
  return missed === 0;
}

/**
 * Returns the test file that failed, or `undefined`. Each fault needs a new host, which makes the template database.
 */
async function tryFault(fault: SqlFault, sandbox: string, env: Record<string, string>): Promise<string | undefined> {
  const path = `${sandbox}/${fault.file}`;
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text.replace(fault.text, () => fault.replacement),
  );
  const host = openHost(sandbox, env);
  try {
    for (const file of fault.tests) {
      const answer = await host.run({ file }, oneFileMs);
      if (answer?.failure.includes('PostgresError: syntax error'))
        throw new StartError(`${describeFault(fault)}: the schema with this fault is not valid SQL`);
      if (!answer?.hasPassed) return file;
    }
    return undefined;
  } finally {
    await host.close();
    await writeFile(path, text);
  }
}
