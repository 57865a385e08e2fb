/** `CancelTask` → `Cancel task`; an operation this version does not know still reads well. */
export function operationWords(operation: string): string {
  const words = operation.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bapi\b/g, 'API');
}
