import { controlName } from '@/components/ui/control-name.ts';
import { contentId } from '@/components/ui/page-focus.ts';
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

const elsewhere =
  'table *, [role="table"] *, [role="grid"] *, [role="listbox"] *, [role="tree"] *, pre *, form *, fieldset *, figure *';
/** It opens where it is, and what is in it is offered by itself. */
const ofMenu = '[aria-haspopup="menu"]';
/** It shows more of a value or a line where it stands. */
const ofContent = '[aria-expanded]:not([aria-haspopup])';
const otherTab = 'button[role="tab"][aria-selected="false"]:not(:disabled)';
const maximumActions = 40;
const notDone = { description: 'Nothing was done.' };
const offers = new Set<() => readonly PageAction[]>();

/** Adds actions that no visible button of the page has, such as those of a menu. Returns the function that ends it. */
export function offerPageActions(read: () => readonly PageAction[]): () => void {
  offers.add(read);
  return () => offers.delete(read);
}

/**
 * Reads what the open page can do: its filter, what it offers, its buttons outside of tables, charts and forms, and the tabs
 * that it does not show, as they are now. An action that is no longer the same when it is run does nothing, and says so.
 */
export function readPageActions(): PageAction[] {
  const content = document.getElementById(contentId);
  if (content === null) return [];
  const actions = new Map<string, PageAction>();
  const filter = content.querySelector<HTMLElement>('search [role="combobox"]');
  if (filter !== null) actions.set('Filter', { label: 'Filter this list', key: '/', run: () => filter.focus() });
  for (const { label, ...action } of offered()) actions.set(label, { ...action, label, run: () => runOffered(label) });
  for (const button of content.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [role="tab"])')) {
    if (
      button.matches(`${elsewhere}, ${ofMenu}, ${ofContent}`) ||
      button.closest('[hidden], [inert]') !== null ||
      !isShown(button)
    )
      continue;
    const label = controlName(button);
    if (label === '' || actions.has(label) || actions.size === maximumActions) continue;
    const isRefused = button.getAttribute('aria-disabled') === 'true' && !('justChanged' in button.dataset);
    actions.set(label, {
      label,
      key: button.getAttribute('aria-keyshortcuts') ?? undefined,
      ...(isRefused && { reason: button.dataset.reason ?? 'Not possible now' }),
      run: () => press(button, label),
    });
  }
  for (const tab of content.querySelectorAll<HTMLButtonElement>(otherTab)) {
    const name = controlName(tab);
    const label = `Show ${name}`;
    if (tab.closest('[hidden], [inert]') !== null || !isShown(tab) || actions.has(label)) continue;
    actions.set(label, { label, run: () => press(tab, name) });
  }
  return [...actions.values()];
}

function offered(): PageAction[] {
  return [...offers].flatMap((read) => read());
}

/** Runs an action that the page still offers, as it is now. */
function runOffered(label: string): void {
  const action = offered().find((one) => one.label === label);
  if (action === undefined) tellGone(label);
  else if (action.reason !== undefined) toast.error(action.reason);
  else action.run();
}

/** Presses a button that still is what it was when it was listed. Otherwise says what has changed. */
function press(button: HTMLButtonElement, label: string): void {
  const name = controlName(button);
  if (!button.isConnected) tellGone(label);
  else if (name !== label) toast.error(`“${label}” has changed to “${name}”`, notDone);
  else {
    button.focus();
    button.click();
  }
}

function tellGone(label: string): void {
  toast.error(`“${label}” is no longer on this page`, notDone);
}

function isShown(button: HTMLButtonElement): boolean {
  return button.getClientRects().length > 0;
}
