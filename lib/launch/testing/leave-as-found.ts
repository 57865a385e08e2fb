/** Vitest's set-up of each file: what it replaced is put back at its end, as the next file runs in the same process. */
import { afterAll, vi } from 'vitest';

const { prepareStackTrace } = Error; // Next.js replaces it, and then stacks have the lines of compiled modules
afterAll(() => {
  Error.prepareStackTrace = prepareStackTrace;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
