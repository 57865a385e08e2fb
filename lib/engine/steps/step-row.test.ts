import { expect, it } from 'vitest';
import { type StepRow, stepRecord } from './step-row.ts';

const second = (seconds: number, milliseconds = 0) =>
  new Date(Date.UTC(2026, 10, 21, 9, 0, seconds, milliseconds)).toISOString();

const row: StepRow = {
  sequence: 2,
  name: 'charge',
  kind: 'step',
  status: 'failed',
  attempt: 2,
  attempts: null,
  output: null,
  error: null,
  started_on: second(1, 4),
  ended_on: second(4, 4),
  wake_on: null,
  event_name: null,
  child_task_id: null,
  worker: 'w',
  kept_from: null,
  state: null,
};

it('gives the times of attempts by the clock of the database, as those of the steps around them', async () => {
  const byWorker = [
    { attempt: 1, startedOn: second(1), endedOn: second(2), worker: 'w' },
    { attempt: 2, startedOn: second(3), endedOn: second(4), worker: 'w' },
  ];
  const { attempts, startedOn, endedOn } = await stepRecord('t', 1, { ...row, attempts: JSON.stringify(byWorker) });
  expect(attempts).toEqual([
    { attempt: 1, startedOn, endedOn: second(2, 4), worker: 'w' },
    { attempt: 2, startedOn: second(3, 4), endedOn, worker: 'w' },
  ]);
});

it('makes the only attempt of a step from its row', async () => {
  const { attempts } = await stepRecord('t', 1, row);
  expect(attempts).toEqual([{ attempt: 2, startedOn: row.started_on, endedOn: row.ended_on, worker: 'w' }]);
});
