import { visibleLine } from '#contract';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import type { LeftUpload } from './transfer.ts';

/** Why this cannot be the file that the upload began with. Its content is compared when all has arrived. */
export function whyOtherFile(
  file: Pick<File, 'name' | 'size'>,
  { fileName, contentLength }: Pick<LeftUpload, 'fileName' | 'contentLength'>,
): string | undefined {
  if (file.size !== contentLength)
    return `Another file: this one has ${formatBytes(file.size)}, the upload began with ${formatBytes(contentLength)}.`;
  if (fileName !== undefined && file.name.slice(0, fileName.length) !== fileName)
    return `Another file: this one is called ${visibleLine(file.name)}, the upload began with ${visibleLine(fileName)}.`;
  return undefined;
}

type Matches<Chosen> = {
  found: { upload: LeftUpload; file: Chosen }[];
  /** Files that no upload began with. */
  others: Chosen[];
};

/** Finds the uploads that files began, by name and size. Each file goes on with one of them. */
export function matchFiles<Chosen extends { name: string; size: number }>(
  files: readonly Chosen[],
  uploads: readonly LeftUpload[],
): Matches<Chosen> {
  const open = [...uploads];
  const matches: Matches<Chosen> = { found: [], others: [] };
  for (const file of files) {
    const at = open.findIndex((one) => one.fileName !== undefined && whyOtherFile(file, one) === undefined);
    const [upload] = at === -1 ? [] : open.splice(at, 1);
    if (upload === undefined) matches.others.push(file);
    else matches.found.push({ upload, file });
  }
  return matches;
}
