import { presentTime } from '@/components/ui/present.ts';
/** Gives the browser a file to keep. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the browser reads it after the click has been handled
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name of a file for what a store holds now. */
export function fileNameOf(storeName: string, what: string): string {
  return `${storeName}-${what}-${new Date(presentTime()).toISOString().replaceAll(/[:.]/g, '-')}.jsonl`;
}
