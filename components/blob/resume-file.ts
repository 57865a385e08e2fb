import { visibleLine } from '#contract';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import type { UnfinishedUpload } from './transfer.ts';

/** Why this cannot be the file that the upload began with. Its content is compared when all has arrived. */
export function whyOtherFile(
  file: Pick<File, 'name' | 'size'>,
  { fileName, contentLength }: Pick<UnfinishedUpload, 'fileName' | 'contentLength'>,
): string | undefined {
  if (file.size !== contentLength)
    return `Another file: this one has ${formatBytes(file.size)}, the upload began with ${formatBytes(contentLength)}.`;
  if (fileName !== undefined && file.name.slice(0, fileName.length) !== fileName)
    return `Another file: this one is called ${visibleLine(file.name)}, the upload began with ${visibleLine(fileName)}.`;
  return undefined;
}
