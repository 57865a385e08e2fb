'use client';
import { useEffect, useRef } from 'react';
import { useGo } from '@/components/shell/use-go.ts';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { toast } from '@/components/ui/toast.ts';
import { destinations } from './destinations.ts';

type ShellKeys = {
  onPalette: () => void;
  onHelp: () => void;
  onNavigation: () => void;
  onLive: () => void;
  /** Why the operator may not create tasks. */
  newTaskReason: string | undefined;
};

/** How long G waits for the key after it. */
const sequenceInMs = 1_200;

/** The keys that work on every page. */
export function useShellKeys(keys: ShellKeys): void {
  const go = useGo();
  const present = useRef(keys);
  useEffect(() => {
    present.current = keys;
  });
  useEffect(() => {
    let isAfterG = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        present.current.onPalette();
        return;
      }
      if (!isShortcut(event)) return;
      const key = event.key.toLowerCase();
      if (performance.now() - isAfterG < sequenceInMs) {
        isAfterG = Number.NEGATIVE_INFINITY;
        const destination = destinations.find((known) => known.letter === key);
        if (destination === undefined) return;
        event.preventDefault();
        event.stopImmediatePropagation(); // E after G is no order to raise an event
        go(destination.href, destination.label);
        return;
      }
      const actions: Record<string, () => void> = {
        '?': present.current.onHelp,
        '[': present.current.onNavigation,
        p: present.current.onLive,
        n: () => {
          if (present.current.newTaskReason === undefined) go('/tasks/new', 'New task');
          else toast.error(present.current.newTaskReason);
        },
        g: () => {
          isAfterG = performance.now();
        },
      };
      const action = actions[key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [go]);
}
