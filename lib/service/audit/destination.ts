import { createSocket } from 'node:dgram';
import { type FileHandle, open } from 'node:fs/promises';
import { connect as connectTcp, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { AuditRecord } from '#contract';
import { framed, syslogMessage } from './syslog.ts';

/** Where the audit trail is sent. */
export type AuditDestination =
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  | { kind: 'tcp' | 'udp'; host: string; port: number };

const defaultPorts = { tcp: 601, udp: 514 } as const;
const timeoutInMs = 5_000;

/** Reads `stdout`, `file:<path>`, `syslog+tcp://host:port` or `syslog+udp://host:port`; `undefined` for anything else. */
export function parseDestination(text: string): AuditDestination | undefined {
  if (text === 'stdout') return { kind: 'stdout' };
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length);
    return path === '' ? undefined : { kind: 'file', path: resolve(path) };
  }
  const [, kind] = /^syslog\+(tcp|udp):\/\/[^/?#@]+\/?$/.exec(text) ?? [];
  if (kind !== 'tcp' && kind !== 'udp') return undefined;
  const url = URL.parse(text.replace(/^syslog\+(tcp|udp)/, 'http'));
  if (url === null || url.hostname === '') return undefined;
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const isDefault = !/:\d+\/?$/.test(text);
  return { kind, host, port: isDefault ? defaultPorts[kind] : Number(url.port || 80) };
}

/** The name under which the database remembers how far a destination is. */
export function nameOfDestination(destination: AuditDestination): string {
  switch (destination.kind) {
    case 'stdout':
      return 'stdout';
    case 'file':
      return `file:${destination.path}`;
    default:
      return `${destination.kind}://${destination.host}:${destination.port}`;
  }
}

/** Sends records in their order. Resolves when the destination has taken them, as far as it tells. */
export async function sendAudit(destination: AuditDestination, records: readonly AuditRecord[]): Promise<void> {
  const lines = () => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const messages = () => records.map((record) => syslogMessage(record, hostname(), process.pid));
  switch (destination.kind) {
    case 'stdout':
      await new Promise<void>((done, fail) =>
        process.stdout.write(lines(), (error) => (error == null ? done() : fail(error))),
      );
      return;
    case 'file':
      return appendLines(destination.path, lines());
    case 'tcp':
      return sendOverTcp(destination, messages().map(framed).join(''));
    case 'udp':
      return sendOverUdp(destination, messages());
  }
}

/** Lines of which a part was written before, by a process that died or on a full disk, are ended: the next are lines of their own. */
async function appendLines(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile((await endsAmidLine(file, path)) ? `\n${lines}` : lines);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function endsAmidLine(file: FileHandle, path: string): Promise<boolean> {
  const found = await file.stat();
  if (!found.isFile() || found.size === 0) return false; // a pipe, or new
  const reading = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await reading.read(Buffer.alloc(1), 0, 1, found.size - 1);
    return bytesRead === 1 && buffer.toString() !== '\n';
  } finally {
    await reading.close();
  }
}

type Address = { host: string; port: number };

function sendOverTcp({ host, port }: Address, text: string): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connectTcp({ host, port });
    socket.setTimeout(timeoutInMs, () => socket.destroy(new Error(`${host}:${port} did not answer in time`)));
    socket.once('error', fail);
    socket.once('close', () => done());
    socket.resume();
    socket.end(text);
  });
}

async function sendOverUdp({ host, port }: Address, messages: readonly string[]): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((done, fail) =>
        socket.send(message, port, host, (error) => (error === null ? done() : fail(error))),
      );
  } finally {
    socket.close();
  }
}
