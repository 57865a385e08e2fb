import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { buildDashboard, isDashboardBuilt } from '../../lib/launch/build-dashboard.ts';
import { ensureChromium, findChromium } from '../../lib/launch/test/chromium.ts';
import { median } from '../subjects/measure.ts';
import { newDatabase } from './new-database.ts';
import { failedTask, taskdeck } from './taskdeck.ts';

/** Every page that an operator opens, by its path; pages of what the filled database does not have are not among them. */
const paths = [
  '/',
  '/tasks',
  `/tasks/${failedTask}`,
  `/tasks/${failedTask}?tab=logs`,
  '/tasks/new',
  '/events',
  '/approvals',
  '/errors',
  '/logs',
  '/operations',
  '/schedules',
  '/schedules/new',
  '/workers',
  '/locks',
  '/alerts',
  '/state',
  '/copy',
  '/audit',
  '/namespaces',
  '/settings',
  '/settings/operators',
  '/settings/api-keys',
  '/settings/secrets',
  '/settings/sessions',
  '/settings/passkeys',
  '/settings/quotas',
  '/settings/retention',
  '/settings/deployment',
  '/sign-in',
] as const;

const devices = ['desktop', 'mobile'] as const;
type Device = (typeof devices)[number];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const aim = 95;

/** Scores of 0 to 100 in the order of `categories`, and Lighthouse's own estimates in milliseconds, for one load. */
type Report = { scores: number[]; shownInMs: number; blockedInMs: number; shift: number; lost: string[] };

/**
 * `npm run bench -- lighthouse`: Lighthouse's scores of each page of the dashboard, signed in, cold, as a desktop and as a
 * phone. Medians of `--rounds`. `--page` chooses pages by their path. Whether search engines may list a page is not asked:
 * this dashboard tells them not to.
 */
export async function runLighthouse(serverUrl: string, args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      page: { type: 'string', multiple: true },
      device: { type: 'string', multiple: true },
    },
  });
  if (!(await isDashboardBuilt())) await buildDashboard();
  const dashboard = await taskdeck.start(await newDatabase(serverUrl), Number(options.tasks));
  const rows: string[] = [];
  try {
    const { origin } = new URL(dashboard.pages.list.url);
    const { cookies } = dashboard.storageState as Awaited<ReturnType<BrowserContext['storageState']>>;
    const cookiesOf = (path: string) => (path === '/sign-in' ? [] : cookies); // it sends who is signed in elsewhere
    for (const path of paths.filter((one) => options.page?.includes(one) ?? true)) {
      for (const device of devices.filter((one) => options.device?.includes(one) ?? true)) {
        const reports: Report[] = [];
        for (let round = 0; round < Number(options.rounds); round += 1)
          reports.push(await inBrowser(cookiesOf(path), (port) => load(`${origin}${path}`, device, port)));
        rows.push(row(path, device, reports));
        console.log(rows.at(-1));
      }
    }
  } finally {
    await dashboard.stop();
  }
  console.log(
    [
      '',
      '| Page | | Performance, accessibility, best practices, search | Shown, ms | Blocked, ms | Shift | Below the aim |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  );
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Starts a browser that nothing was loaded in before, with these cookies, and returns what is done with its port. */
async function inBrowser<Result>(cookies: Cookies, use: (port: number) => Promise<Result>): Promise<Result> {
  await ensureChromium();
  const executablePath = await findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-lighthouse-'));
  const port = await reservePort();
  const context = await chromium.launchPersistentContext(folder, {
    args: [`--remote-debugging-port=${port}`],
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    await context.addCookies(cookies);
    return await use(port);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function load(url: string, device: Device, port: number): Promise<Report> {
  const flags: Flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    skipAudits: ['is-crawlable'],
  };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no report'}`);
  const { audits } = result.lhr;
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: categories.map((name) => Math.round((result.lhr.categories[name]?.score ?? Number.NaN) * 100)),
    shownInMs: number('largest-contentful-paint'),
    blockedInMs: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    lost: categories.flatMap((name) =>
      name === 'performance'
        ? []
        : (result.lhr.categories[name]?.auditRefs ?? [])
            .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
            .map(({ id }) => id),
    ),
  };
}

function row(path: string, device: Device, reports: readonly Report[]): string {
  const of = (read: (report: Report) => number) => median(reports.map(read));
  const scores = categories.map((_, index) => of(({ scores }) => scores[index] ?? Number.NaN));
  const lost = [...new Set(reports.flatMap((report) => report.lost))];
  const cells = [
    path,
    device,
    scores.join(', '),
    Math.round(of(({ shownInMs }) => shownInMs)),
    Math.round(of(({ blockedInMs }) => blockedInMs)),
    of(({ shift }) => shift).toFixed(3),
    [categories.filter((_, index) => (scores[index] ?? 0) < aim), lost].flat().join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
