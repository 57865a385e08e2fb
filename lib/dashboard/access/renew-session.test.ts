import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renewSession } from './renew-session.ts';
import { type StandIn, sessionCookie, sessionSecret, startStandIn } from './testing/stand-in.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn[Symbol.asyncDispose]());

async function toldTo(headers: Record<string, string>) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  request.url = '/tasks';
  const response = new ServerResponse(request);
  const { accessTokens } = standIn;
  await renewSession(request, response, { isSecure: false, sessionSecrets: [sessionSecret], accessTokens });
  return response.getHeader('taskdeck-session');
}

it('tells a page when its session has ended, or is that of another operator by now', async () => {
  const cookie = await sessionCookie();
  expect(await toldTo({ cookie, 'taskdeck-operator': 'op-1' })).toBeUndefined();
  expect(await toldTo({ cookie, 'taskdeck-operator': 'op-2' })).toBe('ended');
  expect(await toldTo({ 'taskdeck-operator': 'op-1' })).toBe('ended');
  expect(await toldTo({}), 'a page that anybody may see').toBeUndefined();
});
