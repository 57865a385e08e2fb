'use client';
import type { RefObject } from 'react';
import { isWholePage } from '@/components/ui/page-focus.ts';
import { areSingleKeysOn } from '@/components/ui/single-keys.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { belongsElsewhere, isSelectAll, type RowCommand, type RowPlace, readRowKey } from './row-keys.ts';

type Options = {
  root: RefObject<HTMLElement | null>;
  /** Whether a row is about to have the focus, which counts as inside. */
  isFocusComing: () => boolean;
  place: () => RowPlace;
  actionKeys: readonly string[];
  onCommand: (command: RowCommand) => boolean;
};

/** Reads the keyboard for the table that a page is about, wherever the focus is. `onCommand` answers whether it used the key. */
export function useRowKeys({ root, isFocusComing, place, actionKeys, onCommand }: Options) {
  useDocumentKey((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isInTable = event.target instanceof Node && root.current?.contains(event.target) === true;
    const isInside = isInTable || isFocusComing();
    if (event.key.length === 1 && !isSelectAll(event) && !areSingleKeysOn()) return;
    if (belongsElsewhere(event.key, event.target, document)) return;
    const isScrolling = ['PageDown', 'PageUp', 'Home', 'End'].includes(event.key);
    const isOfOther = isSelectAll(event) && !isWholePage(event.target); // the text of what has the focus
    if (!isInside && (isScrolling || isOfOther)) return;
    const command = readRowKey(event, place(), actionKeys);
    if (command && onCommand(command)) event.preventDefault();
  });
}
