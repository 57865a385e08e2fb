import { stateApi } from '@/components/state/state-path.ts';
import { presentTime } from '@/components/ui/present.ts';
import { openFolderOf } from '../access/kept-files.ts';
import { operatorOfTab } from '../access/session-end.ts';
import { ProblemError } from '../problem/problem.ts';
import { type EntryListState, entryListQuery } from './entry-list-state.ts';
import { saveFile } from './save-file.ts';

export type ExportProgress = { entries: number; bytes: number };

const newline = 10;
/** The browser copies a file after it was handed over, which takes long for a large one. */
const copiedInMs = 600_000;
const tellEveryMs = 200;

/** Where an export is read from; a browser that has no disk of its own can follow it as a link. */
export function exportUrl(list: EntryListState): string {
  const { orderBy: _, ...query } = entryListQuery(list, new Date(presentTime()));
  return stateApi('export', { store: list.storeName, ...query });
}

/** Whether the browser lends a page room on the disk, so that an export never has to fit into memory. */
export function hasDisk(): boolean {
  return typeof navigator.storage?.getDirectory === 'function' && 'createWritable' in FileSystemFileHandle.prototype;
}

/**
 * Streams an export to the browser's disk and hands it over as a file when it is whole. An abort leaves nothing, and what
 * was handed over is removed when the browser has copied it.
 */
export async function exportToFile(
  url: string,
  name: string,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportProgress> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok || response.body === null) {
    throw new ProblemError({
      code: 'BadAnswer',
      detail: (await response.text()).trim() || 'The entries could not be read.',
    });
  }
  const folder = await openFolderOf(operatorOfTab() ?? 'unknown');
  const kept = crypto.randomUUID();
  const remove = () => folder.removeEntry(kept).catch(() => undefined); // it can be gone: its session has ended
  try {
    const handle = await folder.getFileHandle(kept, { create: true });
    const progress = await write(response.body, await handle.createWritable(), onProgress, signal);
    saveFile(await handle.getFile(), name);
    setTimeout(remove, copiedInMs);
    return progress;
  } catch (error) {
    await remove();
    throw error;
  }
}

async function write(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  file: WritableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportProgress> {
  const progress = { entries: 0, bytes: 0 };
  let toldOn = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress.bytes += chunk.length;
      for (const byte of chunk) if (byte === newline) progress.entries += 1;
      if (performance.now() - toldOn > tellEveryMs) {
        toldOn = performance.now();
        onProgress({ ...progress });
      }
      controller.enqueue(chunk);
    },
  });
  await body.pipeThrough(counted).pipeTo(file, { signal });
  return progress;
}
