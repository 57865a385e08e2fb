import type { BrowserContext } from '@playwright/test';

/** The longest that an answer is held back, in milliseconds; none without the environment's `E2E_DELAY_MS`. */
const longest = Number(process.env.E2E_DELAY_MS ?? 0);

/**
 * Holds each answer of the dashboard back for a random while, as a slow machine does, to find the journeys that hope for
 * speed: `E2E_DELAY_MS=1500 npx playwright test e2e/run.spec.ts --repeat-each=3`. Parts of uploads and files keep their
 * pace.
 */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (longest === 0) return;
  await context.route('**/*', async (route) => {
    const request = route.request();
    const isAsked = ['document', 'fetch', 'xhr'].includes(request.resourceType()) && request.method() !== 'PATCH';
    if (isAsked) await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    await route.fallback().catch(() => undefined); // the page has left meanwhile
  });
}
