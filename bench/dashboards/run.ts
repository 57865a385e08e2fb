import { parseArgs } from 'node:util';
import { buildDashboard, isDashboardBuilt } from '../../lib/launch/build-dashboard.ts';
import { median } from '../subjects/measure.ts';
import type { DashboardSubject, RunningDashboard } from './dashboard.ts';
import { launchChromium } from './launch-chromium.ts';
import { longestLoadMs, type Visit, visit } from './measure-page.ts';
import { newDatabase } from './new-database.ts';
import { pgBoss } from './pg-boss.ts';
import { restate } from './restate.ts';
import { taskdeck } from './taskdeck.ts';

const subjects: readonly DashboardSubject[] = [taskdeck, pgBoss, restate];
const pageNames = ['list', 'detail'] as const;
type PageName = (typeof pageNames)[number];

/** What was measured of one page of one dashboard; the slow figures are of a processor four times slower. */
type Row = { subject: string; page: PageName; total: number; normal: Visit; slow: Visit };

const slowdown = 4;
const title = { list: 'List page', detail: 'Page of a failed task' };

/**
 * `npm run bench -- dashboards`: opens the list and a detail page of each dashboard cold in Chromium, in turn, and prints
 * medians. `--tasks` sets how many each is filled with.
 */
export async function runDashboards(serverUrl: string, args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      subject: { type: 'string', multiple: true },
    },
  });
  const rounds = Number(options.rounds);
  if (!(await isDashboardBuilt())) await buildDashboard();
  const rows: Row[] = [];
  for (const subject of subjects) {
    if (options.subject !== undefined && !options.subject.includes(subject.name.toLowerCase())) continue;
    const total = Math.min(Number(options.tasks), subject.most ?? Number.POSITIVE_INFINITY);
    console.log(`${subject.name}: filling ${total.toLocaleString('en')}`);
    const dashboard = await subject.start(await newDatabase(serverUrl), total);
    try {
      for (const page of pageNames) rows.push(await measure(subject.name, dashboard, page, total, rounds));
    } finally {
      await dashboard.stop();
    }
  }
  console.log(pageNames.map((page) => table(page, rows)).join('\n'));
}

/** The first visit, while the server itself is cold, does not count. */
async function measure(
  subject: string,
  dashboard: RunningDashboard,
  page: PageName,
  total: number,
  rounds: number,
): Promise<Row> {
  const browser = await launchChromium();
  try {
    const open = (factor: number) => visit(browser, dashboard, dashboard.pages[page], factor);
    await open(1);
    const normal: Visit[] = [];
    const slow: Visit[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      normal.push(await open(1));
      slow.push(await open(slowdown));
      console.log(
        `${subject} · ${page} · round ${round} of ${rounds}: ${JSON.stringify([normal.at(-1), slow.at(-1)])}`,
      );
    }
    return { subject, page, total, normal: medians(normal), slow: medians(slow) };
  } finally {
    await browser.close();
  }
}

function medians(visits: readonly Visit[]): Visit {
  const of = (key: keyof Visit) => median(visits.map((one) => one[key]));
  return {
    scriptKb: of('scriptKb'),
    totalKb: of('totalKb'),
    requests: of('requests'),
    shownInMs: of('shownInMs'),
    usableInMs: of('usableInMs'),
    blockedInMs: of('blockedInMs'),
  };
}

function table(page: PageName, rows: readonly Row[]): string {
  const whole = (value: number) =>
    Number.isFinite(value) ? Math.round(value).toLocaleString('en') : `over ${longestLoadMs.toLocaleString('en')}`;
  const both = ({ normal, slow }: Row, key: keyof Visit) => `${whole(normal[key])} / ${whole(slow[key])}`;
  return [
    `| ${title[page]} | Tasks | JS, kB over the wire | All, kB | Requests | Shown, ms | Usable, ms | Blocked, ms |`,
    '|---|---|---|---|---|---|---|---|',
    ...rows
      .filter((row) => row.page === page)
      .map((row) =>
        [
          '',
          row.subject,
          whole(row.total),
          whole(row.normal.scriptKb),
          whole(row.normal.totalKb),
          whole(row.normal.requests),
          both(row, 'shownInMs'),
          both(row, 'usableInMs'),
          both(row, 'blockedInMs'),
          '',
        ]
          .join(' | ')
          .trim(),
      ),
    '',
  ].join('\n');
}
