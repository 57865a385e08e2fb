// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notePageOperator, operatorHeader, sayPageOperator, sessionHeader } from './page-operator.ts';

const own = window.fetch;
const answers: Response[] = [];
const sent = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => answers.shift() ?? new Response());
const onEnd = vi.fn();

beforeEach(() => {
  window.fetch = sent;
  sayPageOperator();
});
afterEach(() => {
  window.fetch = own;
  vi.clearAllMocks();
});

const saidAt = (call: number) => new Headers(sent.mock.calls[call]?.[1]?.headers).get(operatorHeader);

it('says for whom the page was drawn, to this dashboard only, with the headers that are sent', async () => {
  await fetch('/tasks');
  notePageOperator({ id: 'op-1', onEnd });
  await fetch('/tasks', { method: 'POST', headers: { 'next-action': 'a1' } });
  await fetch(new URL('/api/runs', window.location.href));
  await fetch('https://elsewhere.example/x');
  expect([0, 1, 2, 3].map(saidAt)).toEqual([null, 'op-1', 'op-1', null]);
  expect(new Headers(sent.mock.calls[1]?.[1]?.headers).get('next-action')).toBe('a1');
  expect(onEnd).not.toHaveBeenCalled();
});

it('tells when an answer says that the session of this operator has ended', async () => {
  notePageOperator({ id: 'op-1', onEnd });
  answers.push(new Response('{}', { headers: { [sessionHeader]: 'ended' } }));
  expect(await (await fetch('/api/runs')).text(), 'whoever asked gets the answer, too').toBe('{}');
  expect(onEnd).toHaveBeenCalledOnce();
});
