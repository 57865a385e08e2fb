import { expect, type Page } from '@playwright/test';

/** How long a page holds a key that nothing takes yet. */
const heldForInMs = 5_000;

/**
 * Presses a key until the page takes it, by what the page did with its event. A page that is not ready gives the key again
 * itself, so the next press is made only when that is over: exactly one acts.
 */
export async function pressUntilTaken(page: Page, key: string): Promise<void> {
  const events = await page.evaluateHandle(() => {
    const seen: KeyboardEvent[] = [];
    const modifiers = ['Control', 'Meta', 'Shift', 'Alt']; // keys of their own
    window.addEventListener('keydown', (event) => !modifiers.includes(event.key) && seen.push(event), {
      capture: true,
    });
    return seen;
  });
  const isTaken = () => events.evaluate((seen) => seen.some((event) => event.defaultPrevented));
  const press = async () => {
    await page.keyboard.press(key);
    const heldUntil = performance.now() + heldForInMs;
    while (!(await isTaken())) if (performance.now() > heldUntil) return false;
    return true;
  };
  await expect.poll(press, { message: `the page takes the key ${key}`, timeout: 3 * heldForInMs }).toBe(true);
}
