import { z } from 'zod';

const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const host = new RegExp(`^(?:(?:\\*\\.)?(?:${label}\\.)*${label}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[1-9]\\d{0,4})?$`);

/** A host that a secret may be sent to: `api.example.com`, `*.example.com`, `10.0.0.1:8080` or `[::1]:8080`. */
export const secretHost = z
  .string()
  .max(260)
  .regex(host, 'a host such as api.example.com, *.example.com, 10.0.0.1:8080 or [fd00::1]:8080');

/** Returns whether a URL leads to one of these hosts. A host without a port allows every port. */
export function leadsToHost(url: URL, hosts: readonly string[]): boolean {
  const name = plainHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return hosts.some((written) => {
    const [, allowed = '', allowedPort] = /^(.*?)(?::(\d+))?$/.exec(withBrackets(written)) ?? [];
    if (allowedPort !== undefined && allowedPort !== port) return false;
    const plain = plainHost(allowed);
    return plain.startsWith('*.') ? name.endsWith(plain.slice(1)) : name === plain;
  });
}

/** The URL parser writes an IPv6 address in its shortest form, so a written one takes the same way. */
function withBrackets(written: string): string {
  const [, address, port = ''] = /^(\[.*\])(:\d+)?$/.exec(written) ?? [];
  if (address === undefined) return written;
  return URL.canParse(`http://${address}/`) ? new URL(`http://${address}/`).hostname + port : written;
}

function plainHost(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}
