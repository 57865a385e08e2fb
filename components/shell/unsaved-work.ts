import { isLeaveGuarded } from '@/components/ui/use-unload-guard.ts';

const openDialog = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const textField = 'input, textarea, select, [contenteditable="true"]';

/** Whether a reload of this page would interrupt its operator: a draft, an upload, an open dialog, or a field in use. */
export function hasUnsavedWork(page: Document = document): boolean {
  return isLeaveGuarded() || page.querySelector(openDialog) !== null || page.activeElement?.matches(textField) === true;
}
