import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { passToService, type ServiceRequest } from './service-request.ts';

const asIs = (value: string) => value;
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('a request that is passed on', () => {
  it('keeps its length, gives back only named headers, and streams both ways', async () => {
    const body = Buffer.alloc(3_000_000, 'x');
    const service = await serve(async (asked, answer) => {
      answer.writeHead(201, { 'x-told': asked.headers['content-length'], 'set-cookie': 'a=b', 'upload-offset': '7' });
      asked.pipe(answer);
    });
    const { status, headers, text } = await send(await dashboard(service), { method: 'PATCH', body });
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'x-told': String(body.length), 'upload-offset': '7!' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(text.length).toBe(body.length);
  });

  it('hands on a refusal that comes before all is read', async () => {
    const refuse = (_: IncomingMessage, answer: ServerResponse) => {
      answer.writeHead(413, { 'content-type': 'application/problem+json', connection: 'close' });
      answer.end('{"code":"PayloadTooLarge"}');
    };
    const service = await serve(refuse);
    servers[0]?.on('checkContinue', refuse);
    const given = await send(await dashboard(service), { method: 'PATCH', body: Buffer.alloc(2_000_000) });
    expect(given).toMatchObject({ status: 413, text: '{"code":"PayloadTooLarge"}' });
  });

  it('tells of refused credentials before the browser hears of it, which may ask again at once', async () => {
    const service = await serve((asked, answer) => {
      answer.statusCode = asked.url === '/' ? 401 : 200;
      answer.end();
    });
    const told: string[] = [];
    const onRefused = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      told.push('refused');
    };
    const { status } = await send(await dashboard(service, { onRefused }), {});
    expect([status, told]).toEqual([401, ['refused']]);
    await send(await dashboard(`${service}/found`, { onRefused }), {});
    expect(told).toEqual(['refused']);
  });

  it('takes the rest of a body that the service refused in the middle, so that the connection serves again', async () => {
    const service = await serve((asked, answer) => {
      if (asked.method !== 'PATCH') return void answer.end();
      asked.once('data', () => {
        asked.pause();
        answer.writeHead(503, { 'content-type': 'application/problem+json' });
        answer.end('{"code":"ServiceUnavailable"}');
      });
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = await dashboard(service);
    const refused = await send(url, { method: 'PATCH', body: Buffer.alloc(30_000_000), agent });
    expect(refused).toMatchObject({ status: 503, text: '{"code":"ServiceUnavailable"}' });
    expect(await send(url, { agent })).toMatchObject({ status: 200 });
    agent.destroy();
  });

  it('tells the service when the browser leaves in the middle', async () => {
    let onAborted = () => {};
    const aborted = new Promise<void>((resolve) => {
      onAborted = resolve;
    });
    let received = 0;
    const service = await serve((asked) => {
      asked.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      asked.once('close', () => !asked.complete && onAborted());
    });
    const browser = request(await dashboard(service), { method: 'PATCH', headers: { 'content-length': '1000000' } });
    browser.on('error', () => undefined);
    browser.write(Buffer.alloc(100_000));
    await expect.poll(() => received).toBe(100_000);
    browser.destroy();
    await aborted;
  });

  it('stops reading from the service when the browser has left a download', async () => {
    let onClosed = () => {};
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const service = await serve((_, answer) => {
      answer.once('close', () => !answer.writableFinished && onClosed());
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(64 * 1024)));
      };
      answer.on('drain', more);
      more();
    });
    const browser = request(await dashboard(service));
    browser.on('error', () => undefined);
    browser.end();
    const [answer]: unknown[] = await once(browser, 'response');
    expect(answer).toBeDefined();
    browser.destroy();
    await closed;
  });

  it('says when the service is away, and breaks off when it goes away in the middle', async () => {
    const service = await serve((asked, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('half');
      asked.socket.end();
    });
    await expect(send(await dashboard(service), {})).rejects.toThrow();
    const gone = await serve(() => undefined);
    const left = servers.pop();
    const asked = await dashboard(gone); // listens before the other one ends, so it cannot get that port
    await new Promise((resolve) => left?.close(resolve));
    const given = await send(asked, {});
    expect(given.status).toBe(503);
    expect(JSON.parse(given.text)).toMatchObject({ code: 'Unreachable' });
  });
});

async function serve(handle: (asked: IncomingMessage, answer: ServerResponse) => void): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, handle);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

function dashboard(service: string, more: Partial<ServiceRequest> = {}): Promise<string> {
  return serve((asked, answer) => {
    const passed: ServiceRequest = {
      method: asked.method ?? 'GET',
      url: new URL(service),
      headers: asked.headers['content-length'] ? { 'content-length': asked.headers['content-length'] } : {},
      answerHeaders: {
        'content-type': asIs,
        'content-length': asIs,
        'x-told': asIs,
        'upload-offset': (it) => `${it}!`,
      },
      ...more,
    };
    void passToService(asked, answer, passed);
  });
}

type Answer = { status: number | undefined; headers: IncomingMessage['headers']; text: string };

type Sending = { method?: string; body?: Buffer; agent?: Agent };

function send(url: string, { method = 'GET', body, agent }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': body.length };
    const sent = request(url, { method, headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
