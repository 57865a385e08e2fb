import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { whyNoNamespaces } from './hosts.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/**
 * `npm run bench -- network`: PostgreSQL with a replica, services, workers and a load on machines of their own, and what
 * happens to them when machines and cables fail. Fails when something that was acknowledged is lost, or work does not resume
 * in time.
 */
export async function runNetwork(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '60' },
      inFlight: { type: 'string', default: '16' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const reason = await whyNoNamespaces();
  if (reason !== undefined) {
    console.error(`The test bed needs network namespaces: ${reason}.`);
    process.exitCode = 1;
    return;
  }
  const chosen = scenarios.filter(({ name }) => values.only === undefined || values.only.includes(name));
  for (const scenario of chosen)
    await play(scenario, {
      seconds: Number(values.seconds),
      inFlight: Number(values.inFlight),
      isVerbose: values.verbose,
    });
}

async function play(
  scenario: Scenario,
  { seconds, inFlight, isVerbose }: { seconds: number; inFlight: number; isVerbose: boolean },
): Promise<void> {
  const busy = loadavg()[0] ?? 0;
  console.log(`## ${scenario.name} (load average ${busy.toFixed(1)} before it)`);
  const cluster = await startCluster(scenario.cluster);
  try {
    const load = await cluster.startLoad(inFlight);
    const limits = await scenario.play(cluster, load, seconds);
    await load.stop();
    const report = await load.report();
    const verdict = await load.verify();
    const { tasks, events, states, completed, failures } = report;
    console.log(
      `acknowledged: ${tasks} tasks, ${events} events, ${states} states; ${completed} ends seen; failed calls: ${JSON.stringify(failures)}`,
    );
    console.log(`checked ${verdict.checked}: ${verdict.lost.length} lost, ${verdict.unfinished.length} not ended`);
    console.log(describeTimes(report.spans));
    for (const { what, fromMs, withinMs } of limits) judge(what, withinMs, resumedInMs(report.spans, fromMs));
    for (const line of [...verdict.lost, ...verdict.unfinished].slice(0, 10)) console.error(`  ${line}`);
    if (verdict.lost.length + verdict.unfinished.length > 0) process.exitCode = 1;
  } finally {
    if (isVerbose)
      for (const { host, lines } of [...cluster.services, ...cluster.workers])
        console.error(`--- ${host.name}\n${lines.slice(-30).join('\n')}`);
    await cluster.remove();
  }
}

/** How long after a moment the first task ended that was created after it. */
function resumedInMs(spans: readonly [number, number][], momentMs: number): number {
  return Math.min(...spans.filter(([from]) => from >= momentMs).map(([, to]) => to - momentMs));
}

function describeTimes(spans: readonly [number, number][]): string {
  const times = spans.map(([from, to]) => to - from).toSorted((one, other) => one - other);
  const at = (share: number) => `${((times[Math.floor((times.length - 1) * share)] ?? 0) / 1_000).toFixed(2)} s`;
  return `from creation to end: median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`;
}

function judge(what: string, withinMs: number, tookMs: number): void {
  const isLate = tookMs > withinMs;
  console.log(`${what}: ${(tookMs / 1_000).toFixed(1)} s (limit ${withinMs / 1_000} s)${isLate ? ' TOO LATE' : ''}`);
  if (isLate) process.exitCode = 1;
}
