import type { KeyboardEvent } from 'react';

/** Whether a key presses the main button of a dialog or form: Ctrl/Cmd+Enter. */
export function isMainKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey;
}

/** Submits a form on Ctrl/Cmd+Enter, also from an editor in it. It is to capture the key: an editor uses it otherwise. */
export function submitOnMainKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isMainKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}
