import { isTypedAhead } from '@/components/ui/single-keys.ts';

/** What a key asks of a table. */
export type RowCommand =
  | { kind: 'move'; to: number; isExtending: boolean }
  | { kind: 'open' }
  | { kind: 'select' }
  | { kind: 'selectAll' }
  | { kind: 'menu'; of: number }
  | { kind: 'clear' }
  | { kind: 'act'; key: string };

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Where the current row is among how many, and how many fit on the screen. */
export type RowPlace = { current: number | undefined; first: number; count: number; pageSize: number };

/**
 * Reads a key: J, K and arrows, Home, End and pages move; Enter opens; X selects, and Ctrl or Cmd with A all rows; F is
 * the menu; Escape clears; `actionKeys` act. Without a current row, F is the menu of the first visible row, and Enter and X
 * only move to that row: what they do is seen before it is done.
 */
export function readRowKey(pressed: Pressed, place: RowPlace, actionKeys: readonly string[]): RowCommand | undefined {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  if (isSelectAll(pressed)) return place.count > 0 ? { kind: 'selectAll' } : undefined;
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined;
  if (key === 'Escape') return { kind: 'clear' };
  const target = targetOf(key, place);
  if (target !== undefined && place.count > 0)
    return { kind: 'move', to: Math.max(0, Math.min(place.count - 1, target)), isExtending: pressed.shiftKey };
  if (pressed.shiftKey) return undefined;
  if (actionKeys.includes(key)) return { kind: 'act', key };
  if (place.count === 0) return undefined;
  if (key === 'f') return { kind: 'menu', of: place.current ?? place.first };
  if (key !== 'Enter' && key !== 'x') return undefined;
  if (place.current === undefined) return { kind: 'move', to: place.first, isExtending: false };
  return { kind: key === 'x' ? 'select' : 'open' };
}

/** Whether these keys select everything, in any program: Ctrl+A, and Cmd+A on a Mac. */
export function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  return key.toLowerCase() === 'a' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function targetOf(key: string, { current, first, count, pageSize }: RowPlace): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return current === undefined ? first : current + 1;
    case 'k':
    case 'ArrowUp':
      return current === undefined ? first : current - 1;
    case 'PageDown':
      return (current ?? first) + pageSize;
    case 'PageUp':
      return (current ?? first) - pageSize;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

const ownsKeys = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]';
const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not([hidden])';
const pressable = 'a, button, summary, [role="button"], [role="checkbox"], [role="tab"]';

/** Whether a key belongs to what has the focus, or to something open over the page, rather than to a table. */
export function belongsElsewhere(key: string, target: EventTarget | null, scope: Document): boolean {
  const element = target instanceof Element ? target : null;
  const isCheckbox = element instanceof HTMLInputElement && element.type === 'checkbox';
  if (element?.closest(ownsKeys) && !(isCheckbox && key !== ' ')) return true;
  if (scope.querySelector(overlay) || (element !== null && isTypedAhead(key, element))) return true;
  return (key === 'Enter' || key === ' ') && element?.closest(pressable) != null;
}
