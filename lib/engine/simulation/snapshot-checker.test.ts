import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';
import type { ActiveRun, EndedRun, Snapshot, StepRow } from './snapshot.ts';
import { SnapshotChecker } from './snapshot-checker.ts';
import { Stage } from './stage.ts';

const active = (given: Partial<ActiveRun> = {}): ActiveRun => ({
  id: 't1',
  runCount: 1,
  status: 'running',
  worker: 'w1',
  isStarted: true,
  key: null,
  limit: null,
  due: null,
  deadline: null,
  ...given,
});
const ended = (given: Partial<EndedRun> = {}): EndedRun => ({
  id: 't1',
  runCount: 1,
  status: 'succeeded',
  trigger: 'create',
  output: [],
  error: null,
  startedOn: '2026-01-01T10:00:00+00:00',
  endedOn: '2026-01-01T10:00:01+00:00',
  isCurrent: true,
  ...given,
});
const step = (given: Partial<StepRow> = {}): StepRow => ({
  id: 't1',
  runCount: 1,
  sequence: 0,
  name: 'step 0',
  kind: 'step',
  status: 'succeeded',
  output: 'one',
  child: null,
  wake: null,
  keptFrom: null,
  ...given,
});
const task = (id: string, isHourly = false): Snapshot['tasks'][number] => ({
  id,
  parent: null,
  parentRunCount: null,
  parentSequence: null,
  isHourly,
});
const snapshot = (given: Partial<Snapshot>): Snapshot => ({
  now: '2026-01-01T10:00:00+00:00',
  tasks: [task('t1')],
  active: [],
  ended: [],
  steps: [],
  saves: [],
  workers: ['w1'],
  ...given,
});

/** Checks snapshots in turn and returns the violations. */
function violationsOf(snapshots: Snapshot[], prepare?: (stage: Stage, ledger: Ledger) => void): readonly string[] {
  const stage = new Stage();
  const ledger = new Ledger();
  const checker = new SnapshotChecker(stage, ledger);
  for (const [index, each] of snapshots.entries()) {
    if (index === snapshots.length - 1) prepare?.(stage, ledger);
    checker.check(each);
  }
  return stage.violations;
}

test('a history that keeps every promise has no violation', () => {
  const running = snapshot({ active: [active()], steps: [step()] });
  expect(violationsOf([running, running, snapshot({ ended: [ended()], steps: [step()] })])).toEqual([]);
});

test.each<[string, Snapshot, Snapshot, RegExp]>([
  ['an end that changes', snapshot({ ended: [ended()] }), snapshot({ ended: [ended({ status: 'failed' })] }), /record/],
  ['a late write', snapshot({ ended: [ended()] }), snapshot({ ended: [ended()], steps: [step()] }), /the journal/],
  ['two current runs', snapshot({}), snapshot({ ended: [ended(), ended({ runCount: 2 })] }), /two current runs/],
  ['an end and an active run', snapshot({}), snapshot({ ended: [ended()], active: [active()] }), /one that is active/],
  ['a skipped run', snapshot({}), snapshot({ active: [active({ runCount: 2 })] }), /run 2 after run 0/],
  ['a gone worker', snapshot({}), snapshot({ active: [active({ worker: null })] }), /a worker that is gone/],
  [
    'another result',
    snapshot({ active: [active()], steps: [step()] }),
    snapshot({ active: [active()], steps: [step({ output: 'two' })] }),
    /had "one" and has succeeded "two"/,
  ],
  [
    'a lost step',
    snapshot({ active: [active()], steps: [step()] }),
    snapshot({ active: [active()] }),
    /complete and is gone/,
  ],
  [
    'a new deadline',
    snapshot({ active: [active({ deadline: '10:00' })] }),
    snapshot({ active: [active({ deadline: '10:01' })] }),
    /the deadline changed/,
  ],
  [
    'a new time to wake',
    snapshot({ active: [active()], steps: [step({ status: 'waiting', wake: '10:00' })] }),
    snapshot({ active: [active()], steps: [step({ status: 'waiting', wake: '10:01' })] }),
    /the time to wake changed/,
  ],
  [
    'a key with two holders',
    snapshot({}),
    snapshot({ active: [active({ key: 'k', limit: 1 }), active({ id: 't2', key: 'k', limit: 1 })] }),
    /key k is held by t1, t2/,
  ],
  [
    'a lock with two holders',
    snapshot({}),
    snapshot({
      active: [active(), active({ id: 't2' })],
      steps: ['t1', 't2'].map((id) => step({ id, kind: 'lock', name: 'lock door', status: 'running' })),
    }),
    /lock door is held by t1 and t2/,
  ],
  [
    'a time that is no occurrence',
    snapshot({}),
    snapshot({
      tasks: [task('t1', true)],
      active: [active({ status: 'scheduled', due: '2026-01-01T11:30:00+00:00' })],
    }),
    /no occurrence/,
  ],
  [
    'an occurrence that ran twice',
    snapshot({}),
    snapshot({
      tasks: [task('t1', true)],
      ended: [ended({ trigger: 'schedule', isCurrent: false }), ended({ trigger: 'schedule', runCount: 2 })],
    }),
    /ran twice for one occurrence/,
  ],
])('%s is a violation', (_, first, second, message) => {
  expect(violationsOf([first, second]).join('\n')).toMatch(message);
});

test('a paused run that moves is a violation', () => {
  const pause = (_: Stage, ledger: Ledger) => {
    ledger.of('t1').pausedAt = 1;
  };
  expect(violationsOf([snapshot({ active: [active()] })], pause).join()).toMatch(/was paused and is running/);
  expect(violationsOf([snapshot({})], pause).join()).toMatch(/was paused and has no active run/);
});

test('a schedule that goes on after it was ended is a violation', () => {
  const end = (_: Stage, ledger: Ledger) => {
    ledger.of('t1').stoppedAt = 1;
  };
  const next = snapshot({ tasks: [task('t1', true)], active: [active({ status: 'scheduled' })] });
  expect(violationsOf([next], end).join()).toMatch(/was ended at run 1 and has run 1/);
});

test('a step that begins after it was complete is a violation', async () => {
  const stage = new Stage();
  stage.open();
  const call = stage.enter('t1', 1, 'w1');
  const first = await stage.holdStep(call, 't1/1/0', 1, 'step 0');
  first.hasSucceeded = true;
  await stage.holdStep(call, 't1/1/1', 1, 'step 1');
  expect(stage.violations).toEqual([]);
  await stage.holdStep(stage.enter('t1', 1, 'w2'), 't1/1/0', 1, 'step 0');
  expect(stage.violations.join()).toMatch(/step t1\/1\/0 was complete at .* and ran again/);
});
