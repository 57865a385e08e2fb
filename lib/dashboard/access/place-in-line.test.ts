import { once } from 'node:events';
import { type Agent, createServer, type ServerResponse, request as send } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { placesInLine, placesOfOne, untakenInMs } from './place-in-line.ts';
import { sessionContent, sessionCookie, sessionSecret } from './testing/stand-in.ts';

/** The requests that are being handled, as their handler sees them. */
let handled: { path: string; response: ServerResponse }[];
let dashboard: ReturnType<typeof createServer>;
const paths = () => handled.map(({ path }) => path);

beforeEach(async () => {
  handled = [];
  const takePlace = placesInLine({ isSecure: false, sessionSecrets: [sessionSecret] });
  dashboard = createServer(async (request, response) => {
    response.setHeader('x-of-all', '1');
    const path = request.url ?? '';
    if (await takePlace(request, response, path)) handled.push({ path, response });
  });
  await listen(dashboard);
});
afterEach(async () => {
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
});

const ofOperator = (id: string) => sessionCookie({ ...sessionContent, operator: { ...sessionContent.operator, id } });

function ask(path: string, cookie: string, agent: Agent | false = false) {
  const sent = send({ host: '127.0.0.1', port: portOf(dashboard), path, headers: { cookie }, agent });
  sent.on('error', () => {}).on('response', (answer) => answer.resume());
  sent.end();
  return sent;
}

it('many requests of one operator hold up no other operator, nor anybody else', async () => {
  const [ada, ben] = [await ofOperator('ada'), await ofOperator('ben')];
  const asked = Array.from({ length: 3 * placesOfOne }, (_, index) => ask(`/ada/${index}`, ada));
  await vi.waitFor(() => expect(handled).toHaveLength(placesOfOne));
  ask('/ben', ben);
  ask('/nobody', '');
  await vi.waitFor(() => expect(paths()).toEqual(expect.arrayContaining(['/ben', '/nobody'])));
  expect(handled).toHaveLength(placesOfOne + 2);
  handled[0]?.response.end('done');
  await vi.waitFor(() => expect(handled).toHaveLength(placesOfOne + 3));
  const next = asked.find(({ path }) => !paths().includes(path));
  next?.destroy();
  await sleep(50);
  for (const { response } of handled) response.end();
  await vi.waitFor(() => expect(handled.length).toBeGreaterThanOrEqual(2 * placesOfOne + 2));
  for (const { response } of handled) response.end();
  await vi.waitFor(() => expect(handled).toHaveLength(3 * placesOfOne + 1));
  expect(paths()).not.toContain(next?.path);
});

it('files, sign-ins and what watches the process need no place, and streams keep none', async () => {
  const ada = await ofOperator('ada');
  for (let n = 0; n < placesOfOne; n += 1) ask(`/page/${n}`, ada);
  await vi.waitFor(() => expect(handled).toHaveLength(placesOfOne));
  const free = ['/_next/static/a.js', '/api/auth/session', '/api/healthz'];
  for (const path of free) ask(path, ada);
  await vi.waitFor(() => expect(paths()).toEqual(expect.arrayContaining(free)));
  ask('/later', ada);
  ask('/latest', ada);
  await sleep(50);
  handled[0]?.response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  // either can come first: each has a connection of its own
  const handledLate = () => paths().filter((path) => path.startsWith('/late'));
  await vi.waitFor(() => expect(handledLate()).toHaveLength(1));
  await sleep(50);
  expect(handledLate()).toHaveLength(1);
});

it('downloads hold up no page, and of one operator there are only so many at the same time', async () => {
  const ada = await ofOperator('ada');
  const path = '/api/state/export';
  for (let n = 0; n <= placesOfOne; n += 1) ask(path, ada);
  ask('/page', ada);
  await vi.waitFor(() => expect(paths()).toContain('/page'));
  const downloads = () => handled.filter((one) => one.path === path);
  for (const { response } of downloads()) response.writeHead(200, { 'content-disposition': 'attachment' }).write('{}');
  await sleep(50);
  expect(downloads()).toHaveLength(placesOfOne);
  downloads()[0]?.response.end();
  await vi.waitFor(() => expect(downloads()).toHaveLength(placesOfOne + 1));
});

it('a connection ends when its answer is not taken, unless it is a download', async () => {
  const timeouts = vi.fn();
  dashboard.on('connection', (socket) => {
    const { setTimeout: set } = socket;
    socket.setTimeout = (ms: number, ...rest: []) => {
      timeouts(ms);
      return Reflect.apply(set, socket, [ms === untakenInMs ? 200 : ms, ...rest]);
    };
  });
  const unread = async (path: string) => {
    const socket = connect(portOf(dashboard), '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await vi.waitFor(() => expect(paths()).toContain(path));
    const response = handled.find((one) => one.path === path)?.response;
    return { socket, response };
  };
  const large = 'x'.repeat(20_000_000);
  const page = await unread('/page');
  page.response?.writeHead(200).end(large);
  const file = await unread('/file');
  file.response?.writeHead(200, { 'content-disposition': 'attachment' }).end(large);
  await vi.waitFor(() => expect(page.response?.closed).toBe(true), 5_000);
  expect(timeouts).toHaveBeenCalledWith(untakenInMs);
  expect(file.response?.closed).toBe(false);
  const slow = await unread('/slow');
  slow.response?.writeHead(200).write('a');
  slow.socket.resume();
  await sleep(600);
  expect(slow.response?.closed, 'its page is still being made').toBe(false);
  for (const { socket } of [page, file, slow]) socket.destroy();
});
