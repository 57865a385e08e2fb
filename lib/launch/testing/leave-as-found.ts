import { afterAll, vi } from 'vitest';

/** Vitest's set-up of each file: what it replaced is put back at its end, as the next file runs in the same process. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
