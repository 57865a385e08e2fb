/** `description`: a second line; `duration` in milliseconds; one `id` is shown once; `action`: a button, such as Undo. */
type ToastOptions = {
  description?: string;
  duration?: number;
  id?: string;
  action?: { label: string; onClick: () => void };
};
type ToastKind = 'success' | 'error';

type Deliver = (kind: ToastKind, title: string, options: ToastOptions) => void;

let deliver: Deliver | undefined;
let onFirst: (() => void) | undefined;
const waiting: Parameters<Deliver>[] = [];

function tell(kind: ToastKind) {
  return (title: string, options: ToastOptions = {}) => {
    if (deliver !== undefined) return deliver(kind, title, options);
    waiting.push([kind, title, options]);
    onFirst?.();
  };
}

/** Short messages in the corner, for what was done and for what could not be. */
export const toast = { success: tell('success'), error: tell('error') };

/** Calls back when there is a message and nothing that shows it yet. */
export function whenFirstToast(tell: () => void): void {
  onFirst = tell;
  if (waiting.length > 0) tell();
}

/** Called once by what shows them, which loads after the page: what was told before is shown then. */
export function showToastsWith(show: Deliver): void {
  deliver = show;
  for (const told of waiting.splice(0)) show(...told);
}
