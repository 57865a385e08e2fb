import { screenCookie } from '../../components/ui/screen-cookie.ts';
import { startStack } from '../../e2e/stack.ts';
import { connect, type Database, migrate } from '../../lib/database/index.ts';
import { fillTasks } from '../subjects/fill-tasks.ts';
import type { DashboardSubject } from './dashboard.ts';
import { launchChromium } from './launch-chromium.ts';
import { viewport } from './measure-page.ts';

/** A task that failed, which has steps. */
export const failedTask = 'task-51';
const stepNames = ['reserve stock', 'charge the card', 'send the receipt'];

/** `npm start` from the built dashboard, with its service and worker, on the given database. */
export const taskdeck: DashboardSubject = {
  name: 'Taskdeck',
  async start(databaseUrl, total) {
    const database = connect(databaseUrl);
    await migrate(database);
    await fillTasks(database, total);
    await addSteps(database);
    await database.end();
    const stack = await startStack(async () => ({ DATABASE_URL: databaseUrl }));
    const storageState = await signIn(stack.dashboardUrl, stack.adminPassword);
    return {
      pages: {
        list: { url: `${stack.dashboardUrl}/tasks`, selector: 'tr', text: 'Task number' },
        detail: { url: `${stack.dashboardUrl}/tasks/${failedTask}`, selector: 'tr', text: 'charge the card' },
      },
      storageState,
      stop: stack.stop,
    };
  },
};

/** Steps for the task whose page is opened, and for no other: no list reads them. */
async function addSteps(database: Database): Promise<void> {
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, attempt, output, started_on, ended_on, worker)
    select r.task_key, 1, s.sequence, s.name, 'step', case when s.sequence = 3 then 'failed' else 'succeeded' end::step_status,
      1, '1', r.started_on, r.ended_on, 'worker'
    from run r join task t on t.key = r.task_key and t.id = ${failedTask},
      unnest(${stepNames}::text[]) with ordinality s (name, sequence)`;
}

async function signIn(dashboardUrl: string, password: string) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport });
    await page.goto(`${dashboardUrl}/sign-in`);
    await page.getByLabel('E-mail').fill('admin@localhost');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    // the page that follows the sign-in tells how much room there is
    await page.waitForFunction((name) => document.cookie.includes(`${name}=`), screenCookie);
    return await page.context().storageState();
  } finally {
    await browser.close();
  }
}
