import { formatBytes } from '@/components/ui/format-bytes.ts';

/** `CancelTask` → `Cancel task`; an operation this version does not know still reads well. */
export function operationWords(operation: string): string {
  const words = operation.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bapi\b/g, 'API');
}

/** Writes the sizes in a record's detail with units: `120000000 bytes` → `114 MiB`. */
export function withReadableSizes(detail: string): string {
  return detail.replace(/\b(\d{1,15}) bytes\b/g, (_, bytes) => formatBytes(Number(bytes)));
}
