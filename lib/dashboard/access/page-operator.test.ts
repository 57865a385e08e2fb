// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notePageOperator, operatorHeader, sayPageOperator, sessionHeader } from './page-operator.ts';

const own = window.fetch;
const answers: Response[] = [];
const sent = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => answers.shift() ?? new Response());
const onEnd = vi.fn();
let onSignedIn: (() => void)[] = [];
const operator = { id: 'op-1', onEnd, whenSignedIn: (call: () => void) => void onSignedIn.push(call) };

beforeEach(() => {
  window.fetch = sent;
  sayPageOperator();
});
afterEach(() => {
  window.fetch = own;
  vi.clearAllMocks();
  onSignedIn = [];
});

const saidAt = (call: number) => new Headers(sent.mock.calls[call]?.[1]?.headers).get(operatorHeader);

it('says for whom the page was drawn, to this dashboard only, with the headers that are sent', async () => {
  await fetch('/tasks');
  notePageOperator(operator);
  await fetch('/tasks', { method: 'POST', headers: { 'next-action': 'a1' } });
  await fetch(new URL('/api/runs', window.location.href));
  await fetch('https://elsewhere.example/x');
  expect([0, 1, 2, 3].map(saidAt)).toEqual([null, 'op-1', 'op-1', null]);
  expect(new Headers(sent.mock.calls[1]?.[1]?.headers).get('next-action')).toBe('a1');
  expect(onEnd).not.toHaveBeenCalled();
});

it('tells when an answer says that the session of this operator has ended', async () => {
  notePageOperator(operator);
  answers.push(new Response('{}', { headers: { [sessionHeader]: 'ended' } }));
  expect(await (await fetch('/api/runs')).text(), 'whoever asked gets the answer, too').toBe('{}');
  expect(onEnd).toHaveBeenCalledOnce();
});

it('sends an action again when its operator is signed in, as often as the session had ended', async () => {
  notePageOperator(operator);
  const ended = () => new Response('{}', { headers: { [sessionHeader]: 'ended' } });
  answers.push(ended(), ended(), new Response('done'));
  const action = { method: 'POST', headers: { 'next-action': 'a1' }, body: '["input"]' };
  const answer = fetch('/tasks', action);
  for (const count of [1, 2]) {
    await expect.poll(() => onSignedIn).toHaveLength(count);
    expect(sent).toHaveBeenCalledTimes(count);
    onSignedIn.at(-1)?.();
  }
  expect(await (await answer).text()).toBe('done');
  expect(sent.mock.calls.map(([, init]) => init?.body)).toEqual(Array(3).fill('["input"]'));
});
