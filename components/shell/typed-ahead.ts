import { useLayoutEffect } from 'react';
import { useCountedRead } from './page-reads.ts';

/** How long a dialog that is drawn has until its first field has the focus. */
const focusWithinMs = 1_000;
const fields = 'input, textarea, [contenteditable="true"]';
/** They would act on the page behind the dialog. */
const stopped: ReadonlySet<string> = new Set(['Enter', 'Delete', 'Backspace']);

let text = '';
let awaited = 0;
let isHolding = false;

/**
 * Stands in the place of a dialog while its code is loaded. What is typed or pasted meanwhile goes into the field that the
 * dialog gives the focus to, instead of being lost or taken for shortcuts of the page. Dialogs of several parts share it.
 */
export function TypedAhead(): null {
  useCountedRead(true);
  useLayoutEffect(() => {
    awaited += 1;
    hold();
    return () => {
      awaited -= 1;
      giveTo(document.activeElement, performance.now() + focusWithinMs);
    };
  }, []);
  return null;
}

function hold(): void {
  if (isHolding) return;
  isHolding = true;
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('paste', onPaste, true);
}

function letGo(): void {
  isHolding = false;
  text = '';
  window.removeEventListener('keydown', onKey, true);
  window.removeEventListener('paste', onPaste, true);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key.length !== 1 && !stopped.has(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key.length === 1) text += event.key;
  else if (event.key === 'Backspace') text = text.slice(0, -1);
}

function onPaste(event: ClipboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  text += event.clipboardData?.getData('text') ?? '';
}

/** Types the text once the focus has moved into a field. A dialog without a field has no use for it, and gets its keys at once. */
function giveTo(before: Element | null, until: number): void {
  if (awaited > 0 || !isHolding) return;
  const now = document.activeElement;
  if (now !== null && now !== before && now.matches(fields)) {
    const typed = text;
    letGo();
    if (typed !== '') document.execCommand('insertText', false, typed);
  } else if (performance.now() > until || isWithoutField(now)) letGo();
  else requestAnimationFrame(() => giveTo(before, until));
}

function isWithoutField(focused: Element | null): boolean {
  const dialog = focused?.closest('[role="dialog"], [role="alertdialog"]');
  return dialog != null && dialog.querySelector(fields) === null;
}
