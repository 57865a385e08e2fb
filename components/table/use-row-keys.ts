'use client';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn } from '@/components/ui/single-keys.ts';
import { belongsElsewhere, type RowCommand, type RowPlace, readRowKey } from './row-keys.ts';

type Options = {
  root: RefObject<HTMLElement | null>;
  /** Whether a row is about to have the focus, which counts as inside. */
  isFocusComing: () => boolean;
  /** `page`: keys work wherever the focus is; `table`: only while it is inside. */
  scope: 'page' | 'table';
  place: () => RowPlace;
  actionKeys: readonly string[];
  onCommand: (command: RowCommand) => boolean;
};

/** Reads the keyboard for a table. `onCommand` answers whether it used the key. */
export function useRowKeys({ root, isFocusComing, scope, place, actionKeys, onCommand }: Options) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isInTable = event.target instanceof Node && root.current?.contains(event.target) === true;
    const isInside = isInTable || isFocusComing();
    if (scope === 'table' && !isInside) return;
    if (event.key.length === 1 && !areSingleKeysOn()) return;
    if (belongsElsewhere(event.key, event.target, document)) return;
    const isScrolling = !isInside && ['PageDown', 'PageUp', 'Home', 'End'].includes(event.key);
    const command = isScrolling ? undefined : readRowKey(event, place(), actionKeys);
    if (command && onCommand(command)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
