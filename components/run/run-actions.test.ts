import { describe, expect, it } from 'vitest';
import { taskStatuses, type WaitingFor } from '#contract';
import { firstAction, type RunActionName, runActions } from './run-actions.ts';

const all = () => undefined;
const possible = (status: (typeof taskStatuses)[number], stepCount = 3) =>
  Object.entries(runActions(status, { stepCount }, all)).flatMap(([name, { reason }]) =>
    reason === undefined ? [name] : [],
  );

describe('runActions', () => {
  it('offers what the state allows', () => {
    expect(possible('running')).toEqual(['cancel', 'pause', 'raise', 'move', 'edit', 'delete', 'create', 'alert']);
    expect(possible('paused')).toEqual(['cancel', 'resume', 'raise', 'move', 'edit', 'delete', 'create', 'alert']);
    expect(possible('failed')).toEqual(['rerun', 'fork', 'raise', 'edit', 'delete', 'create', 'alert']);
    expect(possible('failed', 0)).toEqual(['rerun', 'raise', 'edit', 'delete', 'create', 'alert']);
  });

  it('says why not, for every action in every state', () => {
    for (const status of taskStatuses) {
      for (const [name, { reason }] of Object.entries(runActions(status, { stepCount: 0 }, all))) {
        if (reason !== undefined) expect(reason, `${name} of ${status}`).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  const because = (kind: WaitingFor['kind'], facts: Partial<WaitingFor> = {}): WaitingFor => ({
    ...{ kind, sentence: '', next: '' },
    ...facts,
  });

  it('puts first what helps most', () => {
    expect(firstAction('failed', undefined)).toBe('rerun');
    expect(firstAction('paused', because('paused'))).toBe('resume');
    expect(firstAction('waiting', because('event'))).toBe('raise');
    expect(firstAction('queued', because('noWorker'))).toBe('move');
    expect(firstAction('waiting', because('sleep'))).toBe('wake');
    expect(firstAction('retrying', because('backoff'))).toBe('wake');
    expect(firstAction('waiting', because('lock', { lock: { name: 'desk', isHeld: true, owner: 'bob' } }))).toBe(
      'release',
    );
    expect(firstAction('waiting', because('lock', { lock: { name: 'desk', isHeld: false } }))).toBe('cancel');
    expect(firstAction('queued', because('slots'))).toBe('cancel');
    expect(firstAction('running', undefined)).toBe('cancel');
  });

  it('ends only waits for a time, also among several', () => {
    const refused = (waitingFor: WaitingFor) => runActions('waiting', { stepCount: 1, waitingFor }, all).wake.reason;
    expect(refused(because('sleep'))).toBeUndefined();
    expect(refused(because('event'))).toBe('It does not wait for a time.');
    expect(refused(because('event', { waits: [{ kind: 'sleep', name: 'limit' }] }))).toBeUndefined();
  });

  it('names the missing scope before the state', () => {
    const actions = runActions('running', { stepCount: 0 }, (scope) =>
      scope === 'tasks/update' ? `needs ${scope}` : undefined,
    );
    const names: RunActionName[] = ['cancel', 'pause', 'resume', 'rerun', 'fork'];
    for (const name of names) expect(actions[name].reason).toBe('needs tasks/update');
    expect(actions.raise.reason).toBeUndefined();
  });
});
