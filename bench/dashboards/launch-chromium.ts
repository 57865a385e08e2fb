import { type Browser, chromium } from 'playwright';
import { ensureChromium, findChromium } from '../../lib/launch/test/chromium.ts';

/** Starts the Chromium that the journeys use, installed where it is missing. */
export async function launchChromium(): Promise<Browser> {
  await ensureChromium();
  const executablePath = await findChromium();
  return chromium.launch(executablePath === undefined ? {} : { executablePath });
}
