import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { RequestFailedError } from '#client';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { withAnswer } from './answer-head.ts';
import type { Gate } from './gate.ts';
import { sessionHeader } from './page-operator.ts';
import { type Act, performAction } from './perform-action.ts';
import {
  exchanged,
  foreignHeaders,
  host,
  ownHeaders,
  type StandIn,
  sessionCookie,
  startStandIn,
} from './testing/stand-in.ts';

const schema = z.strictObject({ name: z.string().min(2), tags: z.array(z.string()).default([]) });
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn(problem(401, 'Unauthenticated'));
});
afterAll(() => standIn[Symbol.asyncDispose]());

const rethrow = () => undefined;
async function perform(given: unknown, act: Act<typeof schema, unknown>, headers?: Headers) {
  return performAction(standIn.gate, { headers: headers ?? (await ownHeaders()), given, rethrow }, schema, act);
}

it('acts as the operator with what the schema made of the input', async () => {
  const answer = await perform({ name: 'Ada' }, async ({ operator, scopes, input }) => ({ operator, scopes, input }));
  expect(answer).toMatchObject({
    ok: true,
    value: { operator: { id: 'op-1' }, scopes: ['tasks/read', 'tasks/update'], input: { name: 'Ada', tags: [] } },
  });
});

it.each([...foreignHeaders, ['no Origin at all', { host }]] as const)('does nothing for %s', async (_, headers) => {
  const act = vi.fn(async () => 'done');
  const sent = new Headers({ ...headers, cookie: await sessionCookie() });
  expect(await perform({ name: 'Ada' }, act, sent)).toMatchObject({ ok: false, problem: { code: 'ForeignOrigin' } });
  expect(act).not.toHaveBeenCalled();
});

it('does nothing without a session, and does not tell then what input it takes', async () => {
  const act = vi.fn(async () => 'done');
  for (const given of [{ name: 'Ada' }, { nonsense: 1 }]) {
    const answer = await perform(given, act, await ownHeaders({ cookie: 'taskdeck.session=x' }));
    expect(answer).toEqual({
      ok: false,
      problem: { code: 'Unauthenticated', detail: 'The session has ended. Sign in again.' },
    });
  }
  expect(act).not.toHaveBeenCalled();
});

it('does nothing with an input that the schema refuses, and names each place', async () => {
  const act = vi.fn(async () => 'done');
  const answer = await perform({ name: 'A', tags: ['a', 7] }, act);
  expect(answer).toMatchObject({
    ok: false,
    problem: { code: 'InvalidRequest', errors: [{ pointer: '/name' }, { pointer: '/tags/1' }] },
  });
  expect(await perform({ name: 'Ada', isAdmin: true }, act)).toMatchObject({ problem: { code: 'InvalidRequest' } });
  expect(act).not.toHaveBeenCalled();
});

it('names a place in the body of the call as the service does, with the value and what is allowed', async () => {
  const wrapped = z.strictObject({
    key: z.string(),
    alert: z.strictObject({ name: z.string().max(3), 'a/b': z.int() }),
  });
  const call = { headers: await ownHeaders(), given: { key: 7, alert: { name: 'four', 'a/b': '' } }, rethrow };
  expect(await performAction(standIn.gate, call, wrapped, async () => 'done', 'alert')).toMatchObject({
    problem: {
      errors: [
        { pointer: '/key' },
        { pointer: '/name', message: 'has 4 characters, the maximum is 3' },
        { pointer: '/a~1b' },
      ],
    },
  });
});

it('does not say that a call without an answer is repeated, or was not done', async () => {
  for (const code of ['ConnectionFailed', 'RequestTimedOut'] as const) {
    const act = async () => {
      throw new RequestFailedError('no answer', { code, operation: 'SaveState' });
    };
    const detail = 'The service did not answer. Check what was done before you try again.';
    expect(await perform({ name: 'Ada' }, act)).toEqual({ ok: false, problem: { code: 'Unreachable', detail } });
  }
});

it('answers a failure as a problem, and throws on what Next.js must see', async () => {
  const fails = async () => {
    throw new RangeError('limit: 1 to 10');
  };
  expect(await perform({ name: 'Ada' }, fails)).toMatchObject({ ok: false, problem: { code: 'InvalidRequest' } });
  const redirect = (error: unknown) => {
    throw error;
  };
  const call = { headers: await ownHeaders(), given: { name: 'Ada' }, rethrow: redirect };
  await expect(performAction(standIn.gate, call, schema, fails)).rejects.toThrow('limit');
});

it('is performed once more with the next token when the service has refused one', async () => {
  const ask: Act<typeof schema, unknown> = vi.fn(({ client }) => client.getTaskAsync('a'));
  await perform({ name: 'Ada' }, async () => 'done');
  const before = standIn.refreshed().length;
  expect(await perform({ name: 'Ada' }, ask)).toMatchObject({ problem: { code: 'Unauthenticated' } });
  expect([vi.mocked(ask).mock.calls.length, standIn.refreshed().length]).toEqual([2, before + 1]);
  await perform({ name: 'Ada' }, async () => 'done');
  expect(standIn.refreshed().length, 'the second token was refused as well').toBe(before + 2);
});

it('refreshes once the service has refused a right: it may have been withdrawn a moment ago', async () => {
  await using refusing = await startStandIn(problem(403, 'InsufficientScope'));
  const call = { headers: await ownHeaders(), given: { name: 'Ada' }, rethrow };
  const act: Act<typeof schema, unknown> = vi.fn(({ client }) => client.getTaskAsync('a'));
  const answer = await performAction(refusing.gate, call, schema, act);
  expect(answer).toMatchObject({ problem: { code: 'InsufficientScope' } });
  expect(act).toHaveBeenCalledOnce();
  await refusing.gate.identify(call.headers);
  expect(refusing.refreshed()).toHaveLength(2);
});

it('says that the session has ended when there is no next token, and not when only a token was refused', async () => {
  const answerTo = async (gate: Gate) => {
    const [request, response] = answerOfTest();
    const call = { headers: await ownHeaders(), given: { name: 'Ada' }, rethrow };
    const ask: Act<typeof schema, unknown> = ({ client }) => client.getTaskAsync('a');
    const answer = await withAnswer(request, response, () => performAction(gate, call, schema, ask));
    expect(answer).toMatchObject({ problem: { code: 'Unauthenticated' } });
    return response.getHeader(sessionHeader);
  };
  expect(await answerTo(standIn.gate)).toBeUndefined();
  let refreshes = 0;
  const once: Answer = (request, response) => {
    refreshes += 1;
    return refreshes === 1 ? exchanged(request, response) : problem(401, 'Unauthenticated')(request, response);
  };
  await using ended = await startStandIn(problem(401, 'Unauthenticated'), once);
  expect(await answerTo(ended.gate)).toBe('ended');
});

function answerOfTest(): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  return [request, new ServerResponse(request)];
}
