const storageKey = 'taskdeck.single-keys';

/**
 * Whether keys without Ctrl or Cmd do something. People who speak to their computer turn them off in the key help
 * (WCAG 2.1.4); handlers of such keys ask here first.
 */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setSingleKeys(areOn: boolean): void {
  localStorage.setItem(storageKey, areOn ? 'on' : 'off');
}

/** Whether a key is a letter of a name that is typed to go to it: a tree moves to what begins with it. */
export function isTypedAhead(key: string, target: Element): boolean {
  return /^[\p{L}\p{N}]$/u.test(key) && target.closest('[role="tree"]') !== null;
}

/** Whether a key press is meant as a shortcut: no modifier, not in a field, a menu or a dialog, nor typed in a tree. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (!areSingleKeysOn() || !(event.target instanceof HTMLElement)) return false;
  const { target } = event;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null) {
    return false;
  }
  if (isTypedAhead(event.key, target)) return false;
  return document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') === null;
}
