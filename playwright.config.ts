import { defineConfig } from '@playwright/test';
import { findChromium } from './lib/launch/test/chromium.ts';

const executablePath = await findChromium();

/** Nothing that the browser does by itself belongs in a test, and root has no sandbox. */
const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Without a locale of Unicode, Chromium names a download that is not ASCII `download`. */
const inUnicode = Object.fromEntries(
  Object.entries({ ...process.env, LC_ALL: 'C.UTF-8' }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  ),
);

/** The journeys of more than half a minute begin first: the last of a run would keep one worker waiting. */
const long = /(?:team|presence|bad-night)\.spec\.ts$/;

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/stack.ts',
  outputDir: './test-results/playwright',
  fullyParallel: true,
  build: { external: ['**/e2e/**', '**/lib/!(dashboard)/**/*.ts'] }, // a third of the time of Playwright's own compiler
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: process.env.E2E_DELAY_MS === undefined ? 90_000 : 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, env: inUnicode, ...(executablePath && { executablePath }) },
  },
});
