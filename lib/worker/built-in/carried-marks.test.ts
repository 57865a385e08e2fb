import { expect, test } from 'vitest';
import { type JsonValue, limits } from '#contract';
import { marksOfAnswer, marksOfLog, marksOfOutput, marksOfSources } from './carried-marks.ts';
import { workflowInput } from './workflow-input.ts';

const get = { http: { url: 'https://example.com' } };
const steps = [
  { name: 'order/1', ...get },
  { name: 'approval', waitForEvent: { name: 'approved' } },
];
const outputMarks = (pointers: string[], output?: JsonValue) =>
  marksOfOutput(workflowInput.parse({ steps, ...(output !== undefined && { output }) }), pointers);

test.each([
  [['/steps/order~11/body/card'], undefined, ['/output/order~11/body/card']],
  [['/events/approved/by'], undefined, ['/output/approval/by']],
  [['/steps/approval'], undefined, ['/output/approval']],
  [['/input/steps/0/http/url', '/error', '/steps/other', '/output/x'], undefined, []],
  [['/steps/order~11/body/card'], { $result: 'order/1' }, ['/output/body/card']],
  [['/steps/order~11/body/card'], { a: [1, { $result: 'order/1', at: '/body' }] }, ['/output/a/1/card']],
  [['/steps/order~11/body'], { card: { $result: 'order/1', at: '/body/card' } }, ['/output/card']],
  [['/steps/order~11/body/card'], { name: { $result: 'order/1', at: '/body/name' } }, []],
  [['/steps/order~11/body/card'], { $result: 'approval' }, []],
  [['/steps/order~11'], { t: { $text: ['a', { $result: 'order/1', at: '/status' }] } }, ['/output/t']],
  [['/steps/order~11/body'], { t: { $text: ['a', { $result: 'order/1', at: '/status' }] } }, []],
  [['/input/output/a~1b'], { 'a/b': 'S', c: 1 }, ['/output/a~1b']],
  [['/input/output/t/$text/0'], { t: { $text: ['S', 'x'] } }, ['/output/t']],
  [['/input/output'], { c: 1 }, ['/output']],
  [['/input'], { c: 1 }, ['/output']],
])('the pointers %j with the output %j cover %j too', (pointers, output, expected) => {
  expect(outputMarks(pointers, output)).toEqual(expected);
});

test.each([
  [['/output/body'], ['/steps/request/body']],
  [['/output'], ['/steps/request']],
  [['/steps/request/body/pin'], ['/output/body/pin']],
  [['/input/body', '/steps/other'], []],
])('the pointers %j of an http.request cover %j too', (pointers, expected) => {
  expect(marksOfAnswer(pointers)).toEqual(expected);
});

const sourceMarks = (pointers: string[], output?: JsonValue) =>
  marksOfSources(workflowInput.parse({ steps, ...(output !== undefined && { output }) }), pointers);

test.each([
  [['/output/order~11/body/card'], undefined, ['/steps/order~11/body/card']],
  [['/output/approval/by'], undefined, ['/steps/approval/by', '/events/approved/by']],
  [['/output'], undefined, ['/steps/order~11', '/steps/approval', '/events/approved']],
  [['/output/other', '/input'], undefined, []],
  [['/output/card'], { card: { $result: 'order/1', at: '/body/card' }, n: 1 }, ['/steps/order~11/body/card']],
  [['/output/all/body'], { all: { $result: 'order/1' } }, ['/steps/order~11/body']],
  [['/output'], [{ $result: 'order/1', at: '/status' }], ['/steps/order~11/status']],
  [['/output/t'], { t: { $text: ['a', { $result: 'order/1', at: '/status' }] } }, ['/steps/order~11/status']],
  [['/output/n'], { n: 1, card: { $result: 'order/1' } }, []],
])('the pointers %j with the output %j cover the results %j too', (pointers, output, expected) => {
  expect(sourceMarks(pointers, output)).toEqual(expected);
});

test('more copied parts than a task may have pointers become whole results', () => {
  const output = Array.from({ length: limits.sensitivePointers }, (_, at) => ({
    $result: 'order/1',
    at: `/body/${at}`,
  }));
  expect(sourceMarks(['/output'], output)).toEqual(['/steps/order~11']);
});

test('more pointers than a task may have become one for the whole output', () => {
  const pointers = Array.from({ length: limits.sensitivePointers }, (_, index) => `/steps/approval/${index}`);
  expect(outputMarks(pointers)).toEqual(['/output']);
});

test('a value that copies covered results in very many places takes little time', () => {
  const pointers = Array.from({ length: limits.sensitivePointers }, (_, index) => `/steps/approval/${index}`);
  const copies: JsonValue = Array.from({ length: 250_000 }, () => ({ $result: 'approval' }));
  const before = process.cpuUsage();
  expect(marksOfOutput({ steps: workflowInput.parse({ steps }).steps, output: copies }, pointers)).toEqual(['/output']);
  const fields = { name: 'note', log: { level: 'info', message: 'm', fields: { copies } } } as const;
  expect(marksOfLog([...workflowInput.parse({ steps }).steps, fields], 2, pointers).fields).toEqual(['']);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
});

test('the marks of an output with very many parts take little time', () => {
  const size = 1_000_000;
  const output: JsonValue = Array.from({ length: size }, () => 0);
  const last = Array.from({ length: limits.sensitivePointers - 1 }, (_, index) => `/output/${size - 1 - index}`);
  const workflow = { steps: workflowInput.parse({ steps }).steps, output };
  const before = process.cpuUsage();
  expect(marksOfSources(workflow, last)).toEqual([]);
  const marked = last.slice(0, 30).map((pointer) => `/input${pointer}`);
  expect(marksOfOutput(workflow, marked)).toEqual(last.slice(0, 30).toReversed());
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test('a log step leaves out what is covered in its message and its fields', () => {
  const log = { name: 'note', log: { message: 'm', fields: { a: { $result: 'approval' }, b: 1 } } };
  const { steps: all } = workflowInput.parse({ steps: [...steps, log] });
  expect(marksOfLog(all, 2, ['/events/approved/by'])).toEqual({ fields: ['/a/by'], isMessageCovered: false });
  expect(marksOfLog(all, 2, ['/input/steps/2/log/fields/b'])).toEqual({ fields: ['/b'], isMessageCovered: false });
  expect(marksOfLog(all, 2, ['/input/steps/2/log'])).toEqual({ fields: [''], isMessageCovered: true });
  expect(marksOfLog(all, 2, ['/input/steps/2/log/message'])).toEqual({ fields: [], isMessageCovered: true });
  expect(marksOfLog(all, 2, ['/steps/note'])).toEqual({ fields: [], isMessageCovered: false });
});
