import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a folder for the tests of a file, which is removed after them and after what they started. Called when the file is loaded. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `taskdeck-${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
