/**
 * What every journey is written with. A journey is a file `e2e/<what an operator does>.spec.ts`:
 *
 * ```ts
 * import { expect, expectAccessible, test } from './fixtures.ts';
 *
 * test('approves an order', async ({ page, client }) => {   // `page` is signed in as the administrator
 *   const task = await client.createTaskAsync({ type: 'sample.order.fulfil', input: { … } });
 *   await page.goto(`/tasks/${task.id}`);
 *   …
 *   await expectAccessible(page);                           // axe, in both themes
 * });
 *
 * test.describe('who may only read', () => {
 *   test.use({ role: 'reader' });                           // or 'nobody': not signed in
 *   …
 * });
 * ```
 *
 * - The stack (PostgreSQL, service, worker with the sample types, dashboard) runs once for all journeys, and they run side
 *   by side: create your own tasks, with ids of your own, and do not count those of others.
 * - `openAs(role)` opens another browser, for journeys of two people.
 * - `outage` is a second dashboard whose way to the service can be cut with `begin()`, blocked with `hang()` and mended with `end()`.
 * - A journey fails when the page logs an error, throws, or breaks its content security policy; what a journey provokes
 *   it names beforehand: `expectedProblems.push(/503/)`.
 * - `goto` and `reload` resolve when the page's scripts have come, so that no key, click or focus is lost.
 * - How a page is found and worked stands in a page object in `e2e/pages/`, not in the journey.
 * - `E2E_DELAY_MS=1500` holds answers back by up to that, and finds journeys that hope for speed.
 * - To run some: `npx playwright test e2e/sign-in.spec.ts` (it builds the dashboard when its source has changed).
 *   `--trace on` records what happened, which takes a tenth of the time, so it is off.
 */
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test';
import type { TaskClient } from '#client';
import { delayAnswers } from './delay-answers.ts';
import { type Outage, startOutage } from './outage.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { createAdminClient, ensureReader, personOf, type Role } from './people.ts';
import { sendSignIn } from './send-sign-in.ts';
import { currentStack, type Stack } from './stack.ts';
import { watchProblems } from './watch-problems.ts';
import { whenPageAnswers } from './when-page-answers.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './expect-accessible.ts';
export { personOf } from './people.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Journeys share a session only while its cookie is young: an old one is exchanged, and counts as stolen when used again. */
const sessionSharedInMs = 180_000;
const nobodysState: State = { cookies: [], origins: [] };
type SharedFixtures = { stack: Stack; client: TaskClient; sessions: (role: Role) => Promise<State>; outage: Outage };
type Fixtures = { role: Role; expectedProblems: RegExp[]; openAs: (role: Role) => Promise<Page> };

export const test = base.extend<Fixtures, SharedFixtures>({
  stack: [async ({}, use) => use(currentStack()), { scope: 'worker' }],
  client: [async ({ stack }, use) => use(await createAdminClient(stack)), { scope: 'worker' }],
  sessions: [
    async ({ browser, client, stack }, use) => {
      const signedIn = new Map<Role, { at: number; state: Promise<State> }>();
      await use((role) => {
        const known = signedIn.get(role);
        if (known !== undefined && Date.now() - known.at < sessionSharedInMs) return known.state;
        const state = signIn(browser, role, stack, client);
        signedIn.set(role, { at: Date.now(), state });
        return state;
      });
    },
    { scope: 'worker' },
  ],
  outage: [
    async ({ stack }, use) => {
      const outage = await startOutage(stack);
      await use(outage);
      await outage.close();
    },
    { scope: 'worker' },
  ],
  role: ['admin', { option: true }],
  baseURL: async ({ stack }, use) => use(stack.dashboardUrl),
  storageState: async ({ role, sessions }, use) => use(await sessions(role)),
  expectedProblems: async ({}, use) => use([]),
  page: async ({ page, expectedProblems }, use) => {
    const expectNone = watchProblems(page, expectedProblems);
    await whenPageAnswers(page);
    await delayAnswers(page.context());
    await use(page);
    expectNone();
  },
  openAs: async ({ browser, stack, sessions, expectedProblems }, use) => {
    const opened: OpenedPage[] = [];
    await use(async (role) => {
      const one = await openPage(browser, stack, await sessions(role), expectedProblems);
      opened.push(one);
      return one.page;
    });
    for (const one of opened) await one.close();
  },
});

type OpenedPage = {
  page: Page /** Fails when the page had a problem that was not expected. */;
  close: () => Promise<void>;
};

async function openPage(browser: Browser, stack: Stack, state: State, expected: RegExp[]): Promise<OpenedPage> {
  const context = await browser.newContext({ baseURL: stack.dashboardUrl, storageState: state });
  const page = await context.newPage();
  const expectNone = watchProblems(page, expected);
  await whenPageAnswers(page);
  await delayAnswers(context);
  const close = async () => {
    expectNone();
    await context.close();
  };
  return { page, close };
}

/** Opens the dashboard of a stack that is not the shared one, and signs the administrator in. */
export async function openOther(browser: Browser, stack: Stack): Promise<OpenedPage> {
  const opened = await openPage(browser, stack, nobodysState, []);
  const signInPage = new SignInPage(opened.page);
  await signInPage.open();
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  return opened;
}

/** Opens the dashboard of a stack that is not the shared one in a browser of its own, where nobody is signed in. */
export function openAnew(browser: Browser, stack: Stack, expected: RegExp[] = []): Promise<OpenedPage> {
  return openPage(browser, stack, nobodysState, expected);
}

async function signIn(browser: Browser, role: Role, stack: Stack, client: TaskClient): Promise<State> {
  if (role === 'nobody') return nobodysState;
  if (role === 'reader') await ensureReader(client);
  // Contexts inherit the journey's own session unless they are told to begin without one.
  const context = await browser.newContext({ baseURL: stack.dashboardUrl, storageState: nobodysState });
  await sendSignIn(context.request, personOf(role, stack));
  const state = await context.storageState();
  await context.close();
  return state;
}
