import { parseArgs } from 'node:util';
import { connect, migrate } from '../../lib/database/index.ts';
import { median } from '../subjects/measure.ts';
import { type BenchService, startBenchService } from '../subjects/taskdeck-service.ts';
import { type Combination, randomCombinations, singles } from './combinations.ts';
import { measureEntries } from './entries.ts';
import { fillHistory } from './fill-history.ts';

/** What is read beside lists of tasks. */
const others = [
  '/v1/statistics',
  '/v1/queues',
  '/v1/event-waits',
  '/v1/event-waits?name=approval',
  '/v1/event-waits?name=nothing',
  '/v1/tasks?schedule=true',
  '/v1/task-types',
  '/v1/task-durations?measure=runTime',
];

type Row = { query: string; firstMs: number; againMs: number; found: number; isUnfinished: boolean };

/**
 * `npm run bench -- --large`: fills a database with many tasks, then measures the first page of every filter in every order
 * and of random combinations over HTTP, and prints the worst. Each list is read twice. A page is unfinished when it is
 * short and has a next link: its time was up before it had found a page. With `--entries`, stores of state instead.
 */
export async function runLarge(serverUrl: string, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '10000000' },
      combinations: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      worst: { type: 'string', default: '25' },
      entries: { type: 'string' },
    },
  });
  const [total, count, seed] = [Number(values.tasks), Number(values.combinations), Number(values.seed)];
  const admin = connect(serverUrl, { connections: 1 });
  await admin.unsafe('create database large');
  const url = new URL(serverUrl);
  url.pathname = '/large';
  if (values.entries !== undefined) {
    await admin.end();
    return measureEntries(url.href, 1_000_000, Number(values.entries));
  }
  const database = connect(url.href, { connections: 1 });
  await migrate(database);
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1_000).toFixed(0);
  await fillHistory(database, total, (words) => console.error(`${seconds()} s: ${words}`));
  const [size] = await database<{ size: string }[]>`select pg_size_pretty(pg_database_size('large')) as size`;
  console.log(`${total.toLocaleString('en')} tasks: ${seconds()} s to fill, ${size?.size}\n`);
  await database.end();
  await admin.end();

  const service = await startBenchService(url.href);
  await report('Each filter in each order', service, singles(total), Number(values.worst));
  const random = randomCombinations(total, count, numbersFrom(seed));
  await report(`Random combinations, --seed ${seed}`, service, random, Number(values.worst));
  console.log('| Read | p50, ms |\n|---|---|');
  for (const path of others) {
    const times: number[] = [];
    for (let n = 0; n < 10; n += 1) times.push(await time(() => service.send('GET', path)));
    console.log(`| ${path} | ${median(times).toFixed(1)} |`);
  }
}

async function report(title: string, service: BenchService, lists: Combination[], worst: number): Promise<void> {
  const rows: Row[] = [];
  for (const { query } of lists) {
    let answer = '';
    const read = async () => {
      answer = await service.send('GET', `/v1/tasks?${query}`);
    };
    const [firstMs, againMs] = [await time(read), await time(read)];
    const { value, nextLink } = JSON.parse(answer);
    rows.push({
      query,
      firstMs,
      againMs,
      found: value.length,
      isUnfinished: value.length < 100 && nextLink !== undefined,
    });
  }
  rows.sort((a, b) => b.againMs - a.againMs);
  const share = (part: number) => rows[Math.floor(rows.length * (1 - part))]?.againMs.toFixed(0);
  console.log(
    `### ${title}\n\n${rows.length} lists, read again: p50 ${share(0.5)} ms, p75 ${share(0.75)} ms, p90 ${share(0.9)} ms, at most ${rows[0]?.againMs.toFixed(0)} ms; ${rows.filter(({ againMs }) => againMs > 100).length} took more than 100 ms, of which ${rows.filter(({ isUnfinished }) => isUnfinished).length} were unfinished.\n`,
  );
  console.log('| List | First, ms | Again, ms | Tasks |\n|---|---|---|---|');
  for (const { query, firstMs, againMs, found, isUnfinished } of rows.slice(0, worst))
    console.log(
      `| ${decodeURIComponent(query)} | ${firstMs.toFixed(0)} | ${againMs.toFixed(0)} | ${found}${isUnfinished ? ', unfinished' : ''} |`,
    );
  console.log('');
}

async function time(read: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await read();
  return performance.now() - start;
}

/** Numbers from 0 to 1 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
