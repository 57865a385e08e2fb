import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditRecord } from '#contract';
import { createTestDatabase } from '#database/testing';
import { listen } from '../../contract/testing/listen.ts';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type AuditDestination, parseDestination, sendAudit } from './destination.ts';
import { auditStreamJob } from './stream.ts';
import { framed, syslogMessage } from './syslog.ts';
import { createAuditWriter } from './writer.ts';

const fresh = started(createTestDatabase, 'drop');
const folder = temporaryFolder('audit');

const record = (id: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  occurredOn: '2026-01-02T03:04:05.678Z',
  identity: { kind: 'operator', id: '1', name: 'Zoë' },
  operation: 'SetSecret',
  sourceAddress: '::1',
  requestId: 'r',
  outcome: 'succeeded',
  status: 200,
  ...more,
});
const write = (requestId: string) => {
  const { id: _, occurredOn: __, ...entry } = record('', { requestId });
  return createAuditWriter(fresh.database).write(entry);
};
const signal = new AbortController().signal;

test.for([
  ['stdout', { kind: 'stdout' }],
  ['file:/var/log/audit.jsonl', { kind: 'file', path: '/var/log/audit.jsonl' }],
  ['syslog+tcp://logs.internal:6514', { kind: 'tcp', host: 'logs.internal', port: 6514 }],
  ['syslog+tcp://logs.internal', { kind: 'tcp', host: 'logs.internal', port: 601 }],
  ['syslog+udp://[::1]', { kind: 'udp', host: '::1', port: 514 }],
  ['syslog+udp://10.0.0.1:80', { kind: 'udp', host: '10.0.0.1', port: 80 }],
  ['file:', undefined],
  ['syslog://logs.internal', undefined],
  ['syslog+tcp://user@logs.internal', undefined],
  ['https://logs.internal', undefined],
] as const)('the destination %s is %j', ([text, destination]) => {
  expect(parseDestination(text)).toEqual(destination);
});

test('a message of syslog has the header of RFC 5424, and its length in bytes before it', () => {
  const message = syslogMessage(record('7', { outcome: 'refused', detail: 'a\nb' }), 'host 1\n', 42);
  const [header = '', json = ''] = message.split(' - ');
  expect(header).toBe('<108>1 2026-01-02T03:04:05.678Z host1 taskdeck 42 SetSecret');
  expect(JSON.parse(json)).toMatchObject({ id: '7', detail: 'a\nb' });
  expect(message).not.toContain('\n');
  expect(framed('é1')).toBe('3 é1');
});

test('records that a full disk takes a part of are sent again, each on a line of its own', async () => {
  const path = join(folder, 'full.jsonl');
  const records = Array.from({ length: 30 }, (_, at) => record(String(at)));
  const program = `const { sendAudit } = await import('./lib/service/audit/destination.ts');
    await sendAudit({ kind: 'file', path: process.argv[1] }, JSON.parse(process.argv[2])).then(
      () => console.log('sent'), ({ code }) => console.log(code));`;
  const told = await new Promise((resolve) => {
    const limited = `trap '' XFSZ; ulimit -f 2; exec "$0" --input-type=module -e "$1" "$2" "$3"`;
    const given = [process.execPath, program, path, JSON.stringify(records)];
    execFile('/bin/sh', ['-c', limited, ...given], (_, out, errors) => resolve(out + errors));
  });
  expect(told).toBe('EFBIG\n');
  await sendAudit({ kind: 'file', path }, records);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.slice(-30).map((line) => JSON.parse(line).id)).toEqual(records.map(({ id }) => id));
  expect(lines.length).toBeGreaterThan(31);
  expect(() => JSON.parse(lines.at(-31) ?? '')).toThrow(SyntaxError);
});

test('records are appended to a file as JSON lines, each once and in order, from the start of the stream on', async () => {
  await write('before');
  const path = join(folder, 'audit.jsonl');
  const job = auditStreamJob(fresh.database, { kind: 'file', path });
  expect(await job.batch(signal)).toBe(false);
  for (const requestId of ['a', 'b']) await write(requestId);
  await job.batch(signal);
  await write('c');
  await Promise.all([job.batch(signal), auditStreamJob(fresh.database, { kind: 'file', path }).batch(signal)]);
  await job.batch(signal);
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['a', 'b', 'c']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('what could not be sent is sent again', async () => {
  const destination: AuditDestination = { kind: 'tcp', host: 'nowhere', port: 1 };
  const sent: string[][] = [];
  let isDown = false;
  const job = auditStreamJob(fresh.database, destination, async (_to, records) => {
    if (isDown) throw new Error('down');
    sent.push(records.map(({ requestId }) => requestId));
  });
  await job.batch(signal);
  isDown = true;
  await write('kept');
  await expect(job.batch(signal)).rejects.toThrow('down');
  isDown = false;
  await job.batch(signal);
  await job.batch(signal);
  expect(sent).toEqual([['kept']]);
});

test('messages reach a server over TCP and UDP', async () => {
  const received: string[] = [];
  const server: Server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
    socket.on('end', () => socket.end());
  });
  const port = await listen(server);
  await sendAudit({ kind: 'tcp', host: '127.0.0.1', port }, [record('1'), record('2')]);
  await expect.poll(() => received.join('')).toMatch(/^\d+ <109>1 .*"id":"1".*\d+ <109>1 .*"id":"2"/);
  await new Promise((resolve) => server.close(resolve));
  await expect(sendAudit({ kind: 'tcp', host: '127.0.0.1', port }, [record('1')])).rejects.toThrow('ECONNREFUSED');

  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const message = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())));
  await sendAudit({ kind: 'udp', host: '127.0.0.1', port: socket.address().port }, [record('3')]);
  expect(await message).toMatch(/^<109>1 .*"id":"3"/);
  socket.close();
});
