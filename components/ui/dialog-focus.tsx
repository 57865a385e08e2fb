'use client';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isMainKey, pressMain } from './main-key.ts';
import { focusPage, isWholePage } from './page-focus.ts';

const field = [
  'input:not([type="hidden"], :disabled)',
  'textarea:not(:disabled, .cm-content)',
  'select:not(:disabled)',
  '.cm-content[contenteditable="true"]:not([aria-readonly="true"])',
].join(', ');

/**
 * Sent to an editor when Escape is pressed in it: it closes its search or suggestions, or lets Tab leave it. An editor
 * with a use for the key cancels the event; else the key closes the dialog.
 */
export const editorEscape = 'editorescape';

type DialogFocus = {
  /** Where the focus was before the dialog opened. */
  origin: RefObject<HTMLElement | null>;
  /** The focus begins in the field with `data-focus-first`, else in the first field, not on Close. A question without a field begins on its way back. */
  onOpenAutoFocus(event: Event): void;
  /** The focus goes back to where it came from. */
  onCloseAutoFocus(event: Event): void;
  onEscapeKeyDown(event: globalThis.KeyboardEvent): void;
  /** Ctrl or Cmd with Enter presses the main button, also from within an editor; that of a question only from within a field. */
  onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void;
};

/** Where the focus of a dialog, or of a question, begins and ends. The dialog renders `FocusOrigin` with `origin`. */
export function useDialogFocus({ isQuestion = false } = {}): DialogFocus {
  const origin = useRef<HTMLElement>(null);
  return {
    origin,
    onOpenAutoFocus(event) {
      if (!(event.currentTarget instanceof HTMLElement)) return event.preventDefault();
      const first =
        event.currentTarget.querySelector<HTMLElement>('[data-focus-first]') ??
        event.currentTarget.querySelector<HTMLElement>(field);
      if (first === null && isQuestion) return; // Radix focuses the way back
      event.preventDefault();
      (first ?? event.currentTarget).focus();
      if (first instanceof HTMLInputElement) first.select(); // what is suggested in it is replaced by typing
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      const from = origin.current;
      if (from?.isConnected && !isWholePage(from)) from.focus({ preventScroll: true });
      else focusPage();
    },
    onEscapeKeyDown(event) {
      if (!(event.target instanceof Element)) return;
      if (event.target.matches('[role="combobox"][aria-expanded="true"]')) return event.preventDefault();
      const editor = event.target.closest('.cm-editor');
      const isUsed = editor !== null && !editor.dispatchEvent(new Event(editorEscape, { cancelable: true }));
      if (isUsed) event.preventDefault(); // the dialog stays, and the editor ignores the key itself
    },
    onKeyDownCapture(event) {
      if (!isMainKey(event)) return;
      if (isQuestion && !(event.target instanceof Element && event.target.closest(field) !== null)) return;
      const main = event.currentTarget.querySelector<HTMLButtonElement>('footer [data-main]');
      if (main === null) return;
      event.preventDefault();
      event.stopPropagation();
      pressMain(main);
    },
  };
}

/** Notes where the focus is when the dialog appears, before anything in it takes the focus. */
export function FocusOrigin({ origin }: { origin: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const active = document.activeElement;
    origin.current = active instanceof HTMLElement ? outsideMenu(active) : null;
  }, [origin]);
  return null;
}

/** A menu is gone when its dialog closes: the focus goes back to what opened the menu. */
function outsideMenu(element: HTMLElement): HTMLElement {
  const opener = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (opener ? document.getElementById(opener) : null) ?? element;
}
