import type { WaitingFor, WaitingKind } from '#contract';

/** What ends a wait: the action that helps, and the words of its button. */
export type Remedy = { action: 'wake' | 'raise' | 'resume' | 'move' | 'release'; word: string };

const wakeWords: Partial<Record<WaitingKind, string>> = {
  backoff: 'Retry now',
  sleep: 'Skip the wait',
  startOn: 'Start now',
  schedule: 'Start now',
};

/** The remedy for a reason; `undefined` where the run continues only when something else ends. */
export function remedyOf(reason: WaitingFor | undefined): Remedy | undefined {
  if (reason === undefined) return undefined;
  const { kind } = reason;
  if (kind === 'event') return { action: 'raise', word: raiseWord(reason.eventName) };
  if (kind === 'paused') return { action: 'resume', word: 'Resume' };
  if (kind === 'noWorker') return { action: 'move', word: 'Move to queue…' };
  if (kind === 'lock')
    return reason.lock?.owner === undefined ? undefined : { action: 'release', word: 'Release lock…' };
  const word = wakeWords[kind];
  return word === undefined ? undefined : { action: 'wake', word };
}

function raiseWord(name = ''): string {
  return name === '' || name.length > 24 ? 'Raise event…' : `Raise ${name}`;
}

/** Whether a run waits for a time that an operator can end. */
export function waitsForTime(reason: WaitingFor | undefined): boolean {
  if (reason === undefined) return false;
  return reason.kind in wakeWords || (reason.waits ?? []).some(({ kind }) => kind === 'sleep' || kind === 'backoff');
}
