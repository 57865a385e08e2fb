import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const input = `${part('input')}{"value":1}\r\n`;
const blob = part('blob', '; filename="a"');
const large = 3_000_000;

/** Sends a body as it is, and returns the whole answer. */
async function send(id: string, body: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `PUT /v1/stores/broken/entries/${id} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${service.allKey}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return await text(socket);
}

describe('a broken multipart body gets a problem of the caller', () => {
  test.each([
    ['a header without a colon', `--x\r\nnonsense\r\n\r\n`],
    ['headers of more than 16 KiB', `--x\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`],
    ['headers of megabytes', `--x\r\nX-A: ${'b'.repeat(large)}`],
    ['a broken part after the input', `${input}--x\r\nX-A: ${'b'.repeat(large)}`],
    ['a broken part after the blob', `${input}${blob}bytes\r\n--x\r\nX-A: ${'b'.repeat(large)}`],
    ['an end in the first part', part('input')],
    ['an end in the blob', `${input}${blob}bytes`],
    ['an end in a large blob', `${input}${blob}${'b'.repeat(large)}`],
    ['no part', 'x'.repeat(large)],
  ])('%s', async (name, body) => {
    const [head = '', problem = ''] = (await send(encodeURIComponent(name), body)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(problem)).toMatchObject({ status: 400, code: 'InvalidRequest' });
    const path = `/v1/stores/broken/entries/${encodeURIComponent(name)}`;
    expect(await service.call('GET', path, { token: service.allKey })).toMatchObject({ status: 404 });
  });
});
