'use client';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';

type KeyAction = 'raise' | 'rerun' | 'cancel' | 'compare';

type RunKeys = {
  onAction: (name: KeyAction) => void;
  onWatch: () => void;
  /** Shows the steps with the focus on them; `undefined` where they are shown and take the key themselves. */
  onSteps: (() => void) | undefined;
  /** Goes to the task before (-1) or after (1) in the list. */
  onTask: ((by: -1 | 1) => void) | undefined;
  /** Shows the run before (-1) or after (1) the one that is seen. */
  onNeighbour: (distance: -1 | 1) => void;
};

const actionKeys: Readonly<Record<string, KeyAction>> = { e: 'raise', r: 'rerun', c: 'cancel', d: 'compare' };

/** The keys of a run's page: E, R and C act; D compares; W watches; T goes to the steps; J and K go to the next and previous task of the list; Shift J and Shift K go to the run before and after. */
export function useRunKeys(keys: RunKeys): void {
  useDocumentKey((event) => {
    if (!isShortcut(event)) return;
    const key = event.key.toLowerCase();
    if (event.shiftKey) {
      if (key !== 'j' && key !== 'k') return;
      event.preventDefault();
      keys.onNeighbour(key === 'j' ? -1 : 1);
      return;
    }
    if (keys.onTask !== undefined && (key === 'j' || key === 'k')) {
      event.preventDefault();
      keys.onTask(key === 'j' ? 1 : -1);
      return;
    }
    if (key === 't' && keys.onSteps !== undefined) {
      event.preventDefault();
      keys.onSteps();
      return;
    }
    if (key === 'w') {
      event.preventDefault();
      keys.onWatch();
      return;
    }
    const action = actionKeys[key];
    if (action === undefined) return;
    event.preventDefault();
    keys.onAction(action);
  });
}
