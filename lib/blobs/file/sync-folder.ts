import { open } from 'node:fs/promises';

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
