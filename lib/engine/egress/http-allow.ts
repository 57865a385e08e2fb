import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from './public-address.ts';

/** A destination: the host of a URL, and an address that it resolved to. */
export type Destination = { host: string; port: number; address: string };

/** One entry of the allow list. Without `port`, every port. */
export type HttpAllowRule =
  | { kind: 'network'; addresses: BlockList; port: number | undefined }
  | { kind: 'name'; matches(host: string): boolean; port: number | undefined };

/** The variable of the allow list. */
export const httpAllowVariable = 'TASKDECK_HTTP_ALLOW';

const expected =
  'an address, a network, a host name or *.domain, each with an optional port: 127.0.0.1:8080, 10.0.0.0/8, [::1]:8080, *.internal.example';

/** Parses a list separated by commas. Throws an error that names the first entry that is not valid. */
export function parseHttpAllow(text: string): HttpAllowRule[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseRule);
}

/** Returns whether a rule allows the destination. A name allows its host at any address. */
export function isAllowed(rules: readonly HttpAllowRule[], { host, port, address }: Destination): boolean {
  const plain = plainAddress(address);
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== port) return false;
    if (rule.kind === 'name') return rule.matches(plainName(host));
    return plain !== undefined && rule.addresses.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  });
}

function parseRule(entry: string): HttpAllowRule {
  const { host, port } = splitPort(entry);
  const rule = networkOf(host) ?? nameOf(host);
  const isPort = port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535);
  if (rule === undefined || !isPort)
    throw new Error(`${httpAllowVariable} holds ${JSON.stringify(entry)}, which is not ${expected}`);
  return { ...rule, port: port === undefined ? undefined : Number(port) };
}

function splitPort(entry: string): { host: string; port: string | undefined } {
  if (isIPv6(entry.replace(/\/.*$/, ''))) return { host: entry, port: undefined };
  const [, bracketed, plain = '', port] = /^(?:\[(.*)\]|([^:]*))(?::(.*))?$/s.exec(entry) ?? [];
  return { host: bracketed ?? plain, port };
}

function networkOf(text: string): { kind: 'network'; addresses: BlockList } | undefined {
  const [written = '', bits, ...rest] = text.split('/');
  const address = plainAddress(written);
  if (address === undefined || isIP(written) === 0 || rest.length > 0) return undefined;
  const maximum = isIPv6(address) ? 128 : 32;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maximum)) return undefined;
  const addresses = new BlockList();
  addresses.addSubnet(address, Number(bits ?? maximum), isIPv6(address) ? 'ipv6' : 'ipv4');
  return { kind: 'network', addresses };
}

/** The last label of a name has a letter, as otherwise URLs read the text as an IPv4 address. */
const hostName =
  /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

function nameOf(text: string): { kind: 'name'; matches(host: string): boolean } | undefined {
  const name = plainName(text);
  if (name.length > 253 || !hostName.test(name)) return undefined;
  return { kind: 'name', matches: (host) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name) };
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
