import { isLeaveGuarded } from '@/components/ui/use-unload-guard.ts';

const openDialog = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const selectedRows = '[data-selected-rows]';
/** A box is ticked at once: there is nothing in it to lose. */
const textField = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/**
 * Whether a reload of this page would interrupt its operator: a draft, an upload, an open dialog, rows that are selected,
 * or a field in use.
 */
export function hasUnsavedWork(): boolean {
  if (isLeaveGuarded() || document.querySelector(`${openDialog}, ${selectedRows}`) !== null) return true;
  return document.activeElement?.matches(textField) === true;
}
