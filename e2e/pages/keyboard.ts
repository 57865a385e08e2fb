import { expect, type Page } from '@playwright/test';

/**
 * Presses a key until the page takes it. A page that is not ready for keys yet ignores them, so exactly one press acts:
 * whether a press was taken is known when it returns, by what the page did with its event.
 */
export async function pressUntilTaken(page: Page, key: string): Promise<void> {
  const pressed = async () => {
    const event = await page.evaluateHandle(() => {
      const seen: { event?: KeyboardEvent } = {};
      const options = { capture: true, once: true };
      // A modifier is a key of its own: the last one that goes down is the one that is asked for.
      window.addEventListener(
        'keydown',
        function note(event) {
          seen.event = event;
          if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key))
            window.addEventListener('keydown', note, options);
        },
        options,
      );
      return seen;
    });
    await page.keyboard.press(key);
    return event.evaluate((seen) => seen.event?.defaultPrevented === true);
  };
  await expect.poll(pressed, `the page takes the key ${key}`).toBe(true);
}
