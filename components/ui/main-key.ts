import type { KeyboardEvent } from 'react';
import { toast } from './toast.ts';

/** Whether a key presses the main button of a dialog or form: Ctrl/Cmd+Enter. */
export function isMainKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey;
}

/** Presses the main button by its key. A button that is disabled says why: nobody points at it to read it there. */
export function pressMain(button: HTMLElement): void {
  const { reason } = button.dataset;
  if (reason === undefined) button.click();
  else toast.error(reason, { id: 'main button refused' });
}

/**
 * Submits a form on Ctrl/Cmd+Enter, also from an editor in it. It is to capture the key: an editor uses it otherwise. A
 * dialog that the form renders is outside of it, and has a main button of its own.
 */
export function submitOnMainKey(event: KeyboardEvent<HTMLFormElement>): void {
  const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (!isMainKey(event) || !isInside) return;
  event.preventDefault();
  event.stopPropagation();
  const main = event.currentTarget.querySelector<HTMLElement>('button[data-main]');
  if (main !== null) pressMain(main);
}
