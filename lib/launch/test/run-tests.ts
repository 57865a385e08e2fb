import { buildDashboard, isDashboardBuilt } from '../build-dashboard.ts';
import { inProject } from '../project.mjs';
import { StartError, seconds, step } from '../steps.mjs';
import { ensureChromium } from './chromium.ts';
import type { Outcome } from './read-report.ts';
import { runStage } from './run-stage.ts';
import { type Part, parts, type Stage, stages } from './stages.ts';

/**
 * `npm test [-- checks | unit | browser …]`: everything that CI checks. Runs every stage, also after a failed one, and
 * ends with a line for each test that failed and the numbers of passed and failed ones. A check counts as one test.
 * Resolves with the exit code.
 */
export async function runTests(asked: readonly string[]): Promise<number> {
  const wanted = choose(asked);
  const startedAt = performance.now();
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const summary: string[] = [];
  const run = async (stage: Stage) => {
    const stageStartedAt = performance.now();
    console.log(`\n▶ ${stage.name}`);
    const outcome = await runReady(stage.part, () => runStage(stage, environment));
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    failures.push(...outcome.failures);
    const mark = outcome.failed > 0 ? '✗' : '✓';
    const line = `${mark} ${stage.name.padEnd(22)} ${seconds(performance.now() - stageStartedAt).padStart(11)}   ${outcome.passed} passed, ${outcome.failed} failed`;
    summary.push(line);
    console.log(line);
  };
  for (const part of parts.filter((name) => wanted.includes(name))) {
    if (part === 'unit' && wanted.includes('browser')) buildAside();
    await Promise.all(stages.filter((stage) => stage.part === part).map(run)); // the checks each keep one processor busy
  }
  console.log(`\n${summary.join('\n')}\nIn ${seconds(performance.now() - startedAt)}\n`);
  if (failures.length > 0) console.log(`${failures.map((line) => `✗ ${line}`).join('\n')}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

/** Processes of the project that tests start find its modules compiled: that is half of the processor time of a start. */
const environment: Record<string, string> = {
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_COMPILE_CACHE: inProject('node_modules/.cache/node'),
};
if (!process.stdout.isTTY) environment.NO_COLOR = '1';

function choose(asked: readonly string[]): readonly Part[] {
  const unknown = asked.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0) throw new StartError(`npm test knows ${parts.join(', ')}; not ${unknown.join(', ')}.`);
  return asked.length === 0 ? parts : parts.filter((part) => asked.includes(part));
}

let built: Promise<void> | undefined;

/** Begins to build the dashboard with what the unit tests leave of the processors: they wait for a sixth of their time. */
function buildAside(): void {
  built = isDashboardBuilt().then((isBuilt) => (isBuilt ? undefined : buildDashboard({ isAside: true })));
  built.catch(() => {}); // it is told when the browser tests need the build
}

/** Prepares a browser and the built dashboard for the browser tests. When that fails, the tests count as failed. */
async function runReady(part: Part, run: () => Promise<Outcome>): Promise<Outcome> {
  if (part !== 'browser') return run();
  try {
    await step('Chromium', ensureChromium, { isSlow: true });
    const begun = built;
    if (begun) await step('Building the dashboard', () => begun, { isSlow: true }); // the rest of it, if there is any
    if (!(await isDashboardBuilt())) await step('Building the dashboard', () => buildDashboard(), { isSlow: true });
    return await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return { passed: 0, failed: 1, failures: [] };
  }
}
