import { stateApi } from '@/components/state/state-path.ts';
import { ProblemError } from '../problem/problem.ts';
import { type EntryListState, entryListQuery } from './entry-list-state.ts';
import { saveFile } from './save-file.ts';

export type ExportProgress = { entries: number; bytes: number };

const newline = 10;
const fileInBrowser = 'taskdeck-export.jsonl';
const tellEveryMs = 200;

/** Where an export is read from; a browser that has no disk of its own can follow it as a link. */
export function exportUrl(list: EntryListState): string {
  const { orderBy: _, ...query } = entryListQuery(list, new Date());
  return stateApi('export', { store: list.storeName, ...query });
}

/** Whether the browser lends a page room on the disk, so that an export never has to fit into memory. */
export function hasDisk(): boolean {
  return typeof navigator.storage?.getDirectory === 'function' && 'createWritable' in FileSystemFileHandle.prototype;
}

/** Streams an export to the browser's disk and hands it over as a file when it is whole. An abort leaves nothing. */
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
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(fileInBrowser, { create: true });
  const file = await handle.createWritable();
  const progress = { entries: 0, bytes: 0 };
  let toldOn = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress.bytes += chunk.length;
      for (const byte of chunk) if (byte === newline) progress.entries += 1;
      if (Date.now() - toldOn > tellEveryMs) {
        toldOn = Date.now();
        onProgress({ ...progress });
      }
      controller.enqueue(chunk);
    },
  });
  await response.body.pipeThrough(counted).pipeTo(file, { signal });
  saveFile(await handle.getFile(), name);
  return progress;
}
