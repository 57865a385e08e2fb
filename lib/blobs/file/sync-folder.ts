import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes created, moved and removed names in a folder durable. Does nothing on Windows, which does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and makes its name in the parent folder durable. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let path = folder; path.length >= made.length; path = dirname(path)) await syncFolder(dirname(path));
}
