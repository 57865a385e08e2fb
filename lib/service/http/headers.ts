import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { z } from 'zod';
import {
  dashboardKeyHeader,
  headers,
  type IsolationMode,
  idempotencyKey,
  ifMatch,
  isolationModes,
  ownerName,
  percentDecoded,
  TaskdeckError,
} from '#contract';
import type { ServiceConfig } from '../config.ts';

/** Returns the caller's request id if it is a valid token, or else a new one. */
export function requestIdOf(incoming: IncomingMessage): string {
  const given = incoming.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}

const once = new Set([
  'host',
  'authorization',
  'content-type',
  'idempotency-key',
  headers.isolation,
  headers.namespace,
]);

/**
 * Refuses HTTP/1.1 without `Host` (RFC 9112, 3.2), headers twice that may be there once, and a transfer coding besides
 * `chunked`, which nothing here unpacks: who is in between could have read something else.
 */
export function refuseAmbiguous({ rawHeaders, httpVersion, headers: given }: IncomingMessage): void {
  const { host, 'transfer-encoding': coding = 'chunked' } = given;
  if (coding.toLowerCase() !== 'chunked') throw invalidHeader('transfer-encoding', 'it is chunked, and nothing else');
  if (httpVersion === '1.1' && host === undefined) throw invalidHeader('host', 'it is missing');
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (seen.has(name)) throw invalidHeader(name, 'it is there more than once');
    if (once.has(name)) seen.add(name);
  }
}

/** The `Idempotency-Key`: 1 to 255 printable ASCII characters. */
export function idempotencyKeyOf(incoming: IncomingMessage): string | undefined {
  const given = incoming.headers['idempotency-key'];
  if (given === undefined) return undefined;
  return readHeader('idempotency-key', idempotencyKey, given);
}

/** Returns the entity tag of `If-Match`. `*` and a missing header are both `undefined`. */
export function ifMatchOf(incoming: IncomingMessage): { etag: string | undefined; isGiven: boolean } {
  const given = incoming.headers['if-match'];
  if (given === undefined) return { etag: undefined, isGiven: false };
  const text = readHeader('if-match', ifMatch, given);
  return { etag: text === '*' ? undefined : text, isGiven: true };
}

const conditionsOfChanges = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'] as const;
type ConditionOfChange = (typeof conditionsOfChanges)[number];

/** Throws for a condition that a change does not take: one that is ignored would be taken as met. */
export function refuseConditions(incoming: IncomingMessage, taken: readonly ConditionOfChange[]): void {
  for (const name of conditionsOfChanges) {
    const field = name.toLowerCase();
    if (incoming.headers[field] !== undefined && !taken.includes(name))
      throw invalidHeader(field, `this operation takes no ${name}: leave it out`);
  }
}

/**
 * Returns whether `If-None-Match` is `*`: the change must create its target. Entity tags have no meaning for a change.
 */
export function mustNotExist(incoming: IncomingMessage): boolean {
  const given = incoming.headers['if-none-match'];
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  throw invalidHeader('if-none-match', 'If-None-Match of a change is *');
}

/** `Taskdeck-Namespace`: the owner whose isolated names the request means. `undefined` without the header. */
export function namespaceHeaderOf(incoming: IncomingMessage): string | undefined {
  const given = incoming.headers[headers.namespace];
  if (typeof given !== 'string') return undefined;
  return readHeader(headers.namespace, ownerName, percentDecoded(given) ?? '');
}

/** `Taskdeck-Isolation`: `shared` without the header. */
export function isolationOf(incoming: IncomingMessage): IsolationMode {
  const given = incoming.headers[headers.isolation] ?? 'shared';
  const mode = isolationModes.find((known) => known === given);
  if (mode === undefined) throw invalidHeader(headers.isolation, `it is ${isolationModes.join(' or ')}`);
  return mode;
}

/** Throws unless the body is JSON in UTF-8 without a content coding. */
export function requireJson(incoming: IncomingMessage): void {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/(merge-patch\+)?json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    const given = type === '' ? 'no Content-Type' : 'another Content-Type';
    throw new TaskdeckError('UnsupportedMediaType', `the body must be application/json in UTF-8; it has ${given}`);
  }
  refuseContentCoding(incoming);
}

/** Refuses a content coding: the coding of a blob is declared by `contentEncoding`, not by the transfer. */
export function refuseContentCoding(incoming: IncomingMessage): void {
  const coding = incoming.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    throw new TaskdeckError('UnsupportedMediaType', 'the body must not have a Content-Encoding');
}

/** Returns whether a request has a body. */
export function hasBody(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length'];
  return incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Returns the function that finds a caller's address. Of a dashboard with a key it is the first of `X-Forwarded-For`,
 * which the dashboard wrote. Otherwise the header is trusted only as far as trusted proxies wrote it, and a peer that
 * wrote it without being trusted is passed to `onUntrusted`.
 */
export function createAddressOf(
  { trustedProxies, dashboardKeys }: Pick<ServiceConfig, 'trustedProxies' | 'dashboardKeys'>,
  onUntrusted: (peer: string) => void = () => {},
): (incoming: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    (isIPv4(address) && trusted.check(address, 'ipv4')) || (isIPv6(address) && trusted.check(address, 'ipv6'));
  const hashes = dashboardKeys.map(sha256);
  const isDashboard = (key: unknown) => {
    const given = typeof key === 'string' ? sha256(key) : undefined;
    return given !== undefined && hashes.some((known) => timingSafeEqual(known, given));
  };
  return (incoming) => {
    let address = plain(incoming.socket.remoteAddress ?? '');
    const forwarded = incoming.headers['x-forwarded-for'];
    if (forwarded === undefined) return address;
    const hops = String(forwarded)
      .split(',')
      .map((hop) => plain(hop.trim()));
    const [browser = ''] = hops;
    if (isIP(browser) !== 0 && isDashboard(incoming.headers[dashboardKeyHeader])) return browser;
    if (!isTrusted(address)) onUntrusted(address);
    while (isTrusted(address)) {
      const hop = hops.pop();
      if (hop === undefined || !(isIPv4(hop) || isIPv6(hop))) break;
      address = hop;
    }
    return address;
  };
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function readHeader(name: string, schema: z.ZodType<string>, given: unknown): string {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw invalidHeader(name, read.error.issues[0]?.message ?? 'not valid');
}

/** An invalid header of a request. */
export function invalidHeader(name: string, message: string): TaskdeckError {
  return new TaskdeckError('InvalidRequest', `header/${name}: ${message}`, {
    details: [{ pointer: `header/${name}`, message }],
  });
}
