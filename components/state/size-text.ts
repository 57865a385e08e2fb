import { formatBytes } from '@/components/ui/format-bytes.ts';

/** The size of a value or a store. It is hidden from callers who may not see the whole value. */
export function sizeText(bytes: number | undefined): string {
  return bytes === undefined ? 'hidden' : formatBytes(bytes);
}
