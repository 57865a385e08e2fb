import { controlName } from '@/components/ui/control-name.ts';
import { toast } from '@/components/ui/toast.ts';

/** Something that the open page can do, as the palette shows it. */
export type PageAction = {
  label: string;
  /** The key that does the same. */
  key?: string | undefined;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  run: () => void;
};

const elsewhere = 'table *, [role="table"] *, [role="grid"] *, [role="listbox"] *, [role="tree"] *, pre *, form *';
const maximumActions = 40;

/** Reads what the open page can do: its buttons outside of tables and forms, as they are shown now, and its filter. */
export function readPageActions(page: Document = document): PageAction[] {
  const content = page.getElementById('content');
  if (content === null) return [];
  const actions = new Map<string, PageAction>();
  const filter = content.querySelector<HTMLElement>('[role="search"] [role="combobox"]');
  if (filter !== null) actions.set('Filter', { label: 'Filter this list', key: '/', run: () => filter.focus() });
  for (const button of content.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [role="tab"])')) {
    if (button.matches(elsewhere) || button.closest('[hidden], [inert]') !== null || !isShown(button)) continue;
    const label = controlName(button);
    if (label === '' || actions.has(label) || actions.size === maximumActions) continue;
    const isRefused = button.getAttribute('aria-disabled') === 'true' && !('justChanged' in button.dataset);
    actions.set(label, {
      label,
      key: button.getAttribute('aria-keyshortcuts') ?? undefined,
      ...(isRefused && { reason: 'Not possible now' }),
      run: () => press(button, label),
    });
  }
  return [...actions.values()];
}

/** Presses a button that still is what it was when it was listed. Otherwise says what has changed. */
function press(button: HTMLButtonElement, label: string): void {
  const name = controlName(button);
  if (!button.isConnected) return tellNotDone(`“${label}” is no longer on this page`);
  if (name !== label) return tellNotDone(`“${label}” has changed to “${name}”`);
  button.focus();
  button.click();
}

function tellNotDone(why: string): void {
  toast.error(why, { description: 'Nothing was done.' });
}

function isShown(button: HTMLButtonElement): boolean {
  return button.getClientRects().length > 0;
}
