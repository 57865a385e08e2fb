import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { startEmbedded } from '#database';
import { firstFree } from '../ports.ts';
import { inProject } from '../project.mjs';
import { StartError, seconds } from '../steps.mjs';
import { acceptedReason } from './accepted.ts';
import { isChanged, linesChangedSince } from './changed-lines.ts';
import { measureCoverage } from './coverage.ts';
import { type Host, openHost } from './host-process.ts';
import { instrument } from './instrument.ts';
import { judgeMutant } from './judge.ts';
import { describeMutant, type Judged, type Mutant } from './mutant.ts';
import { type MutantsOptions, parseOptions } from './options.ts';
import { refusedByTypes } from './refused-by-types.ts';
import { isMutated, isNear, judges, roomOf, rooms } from './rooms.ts';
import { sampleByRoom } from './sample.ts';
import { makeSandboxes, projectFiles, type Sandboxes } from './sandbox.ts';
import { isBelowAim, type Score, scoreByRoom, scoreTable } from './score.ts';
import { trySqlFaults } from './sql-faults/try.ts';

const resultsFolder = '.data/mutants';
const survivorsFile = `${resultsFolder}/survivors.txt`;
const scoresFile = `${resultsFolder}/scores.md`;

/**
 * `npm run mutants [-- options]`: changes the source in one small place at a time and runs the tests that reach it.
 * Resolves with 1 when a room is below its aim or an SQL fault was not noticed.
 */
export async function runMutants(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  await mkdir(inProject(resultsFolder), { recursive: true });
  await rm(inProject(survivorsFile), { force: true });
  const sandboxes = await makeSandboxes();
  const port = await firstFree(20_000 + Math.floor(Math.random() * 20_000), '127.0.0.1');
  const password = randomUUID();
  const server = await startEmbedded({ folder: `${sandboxes.folder}/postgres`, port, password, isDurable: false });
  const env = { TASKDECK_TEST_DATABASE_URL: server.url };
  try {
    const isSourceGood = options.withSource ? await trySource(options, sandboxes, env) : true;
    const isSqlGood = options.withSql ? await trySqlFaults(sandboxes, env) : true;
    return isSourceGood && isSqlGood ? 0 : 1;
  } finally {
    await server.stop();
    await sandboxes.remove();
  }
}

async function trySource(options: MutantsOptions, sandboxes: Sandboxes, env: Record<string, string>): Promise<boolean> {
  const startedAt = performance.now();
  const paths = projectFiles();
  const { files, mutants } = await instrument(paths.filter((path) => isMutated(path) && isAsked(path, options)));
  const chosen = choose(mutants, options);
  console.log(`${chosen.length} of ${mutants.length} mutants, seed ${options.seed}`);
  if (chosen.length === 0) return true;

  const hosts: Host[] = [];
  for (let at = 0; at < options.workers; at++) hosts.push(openHost(await sandboxes.add(`worker-${at}`, files), env));
  try {
    const typesSandbox = await sandboxes.add('types', []);
    const testFiles = paths.filter((path) => isTestOf(chosen, path, options));
    const [refused, coverage] = await Promise.all([
      refusedByTypes(chosen, typesSandbox),
      measureCoverage(testFiles, mutants, {
        hosts,
        folder: sandboxes.folder,
        onFailure: (line) => console.error(`  ! ${line}`),
      }),
    ]);
    console.log(`  ready after ${seconds(performance.now() - startedAt)}: ${refused.size} refused by types`);
    const judged: Judged[] = [...refused].map((mutant) => ({ mutant, verdict: 'refused' }));
    const queue = chosen.filter((mutant) => !refused.has(mutant));
    const count = queue.length;
    await Promise.all(
      hosts.map(async (host) => {
        for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
          const one = await judgeMutant(mutant, coverage, host, options.budgetInMs);
          judged.push(one);
          await note(one);
          await writeScores(judged, mutants);
          const done = judged.length - refused.size;
          if (done % 25 === 0) console.log(`  ${done} of ${count} after ${seconds(performance.now() - startedAt)}`);
        }
      }),
    );
    return await report(judged, mutants);
  } finally {
    await Promise.all(hosts.map((host) => host.close()));
  }
}

function isAsked(path: string, { rooms: names, files }: MutantsOptions): boolean {
  return names.includes(roomOf(path)?.name ?? '') && (files.length === 0 || files.includes(path));
}

function choose(mutants: readonly Mutant[], options: MutantsOptions): readonly Mutant[] {
  const changed = options.since === undefined ? undefined : linesChangedSince(options.since);
  const wanted = mutants.filter((mutant) => changed === undefined || isChanged(mutant, changed));
  return options.sample === undefined ? wanted : sampleByRoom(wanted, options.sample, options.seed);
}

function isTestOf(chosen: readonly Mutant[], path: string, options: MutantsOptions): boolean {
  if (!/\.test\.tsx?$/.test(path)) return false;
  const names = new Set(chosen.map(({ room }) => room));
  return rooms.some((room) => names.has(room.name) && (options.isNear ? isNear : judges)(room, path));
}

/** Prints a survivor at once and writes it to a file, so that a run that is stopped early has a result. */
async function note({ mutant, verdict, notRun = 0 }: Judged): Promise<void> {
  if (verdict !== 'survived' && verdict !== 'uncovered') return;
  const reason = acceptedReason(mutant);
  const accepted = reason === undefined ? '' : ` (accepted: ${reason})`;
  const open = notRun === 0 ? '' : ` (${notRun} more test files reach it, beyond the budget)`;
  const line = `${verdict}: ${describeMutant(mutant)}${accepted}${open}`;
  console.log(`  ${line}`);
  await appendFile(inProject(survivorsFile), `${line}\n`);
}

async function report(judged: readonly Judged[], mutants: readonly Mutant[]): Promise<boolean> {
  const scores = await writeScores(judged, mutants);
  console.log(`\n${scoreTable(scores)}\n`);
  const below = scores.filter(isBelowAim);
  for (const { room, percent, aim } of below) console.log(`${room}: ${percent} % noticed, the aim is ${aim} %`);
  if (judged.every(({ verdict }) => verdict === 'refused'))
    throw new StartError('The type checker refuses every mutant.');
  return below.length === 0;
}

async function writeScores(judged: readonly Judged[], mutants: readonly Mutant[]): Promise<Score[]> {
  const totals = new Map(
    Map.groupBy(mutants, ({ room }) => room)
      .entries()
      .map(([room, all]) => [room, all.length]),
  );
  const scores = scoreByRoom(judged, totals);
  await writeFile(inProject(scoresFile), `${scoreTable(scores)}\n`);
  return scores;
}
