import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { refuseForgedAction } from './refuse-forged-action.ts';

/** Answers what is not refused with its body. */
let server: ReturnType<typeof createServer>;
beforeEach(async () => {
  server = createServer(async (request, response) => {
    if (await refuseForgedAction(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(Buffer.concat(chunks));
  });
  await listen(server);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function post(body: string, headers: Record<string, string>) {
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/tasks`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
const ofAction = { 'next-action': 'a1', 'content-type': 'text/plain' };

it.each(['[]', '[{"id":"a"}]', `[{"text":"${'é'.repeat(1_000_000)}"}]`])(
  'a call with plain data can be read whole afterwards',
  async (body) => {
    expect(await post(body, ofAction)).toEqual({ status: 200, text: body });
  },
);

it.each(['["$F1"]', '{"a":1}', '[', '', '[{"id":"$Q1"}]', `[${'['.repeat(300)}${']'.repeat(300)}]`])(
  'a call with the arguments %s is refused',
  async (body) => {
    const { status, text } = await post(body, ofAction);
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'InvalidRequest' }]);
  },
);

it('a form of several parts is refused, with the name of an action and without', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  const body = '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n["$F1"]\r\n--x--\r\n';
  expect((await post(body, { ...form, 'next-action': 'a1' })).status).toBe(400);
  expect((await post(body, form)).status).toBe(400);
});

it('what calls no action is not looked at', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await post('a=$F1', form)).toEqual({ status: 200, text: 'a=$F1' });
});
