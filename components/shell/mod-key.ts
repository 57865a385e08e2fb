/** The key that goes with K on this machine; in the browser only. */
export function modKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
