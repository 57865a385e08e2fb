import { BlockList, isIP } from 'node:net';

/** The header in which this process tells its handlers where a request came from; see `request-listener.ts`. */
const addressHeader = 'x-taskdeck-address';
/** The header in which it tells them which peer sent `X-Forwarded-For` without being a trusted proxy. */
const untrustedProxyHeader = 'x-taskdeck-untrusted-proxy';

type IncomingRequest = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * Notes the browser's address on a request, over whatever the browser itself claims. `X-Forwarded-For` is believed from
 * the right, only as far as trusted proxies wrote it.
 */
export function noteClientAddress(request: IncomingRequest, trustedProxies: BlockList): void {
  const claimed = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let address = plain(request.socket.remoteAddress ?? '');
  delete request.headers[untrustedProxyHeader];
  if (request.headers['x-forwarded-for'] !== undefined && !isTrusted(trustedProxies, address))
    request.headers[untrustedProxyHeader] = address;
  while (isTrusted(trustedProxies, address)) {
    const hop = plain(claimed.pop()?.trim() ?? '');
    if (hop === '') break;
    address = hop;
  }
  request.headers[addressHeader] = address;
}

/** Addresses and networks (`10.0.0.0/8`) as one list. Throws `TypeError` for what is neither. */
export function proxyList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const version = isIP(address);
    if (version === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
      throw new TypeError(`not an address: ${proxy}`);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The address that `noteClientAddress` noted. */
export function clientAddressOf(headers: Headers): string | undefined {
  return headers.get(addressHeader) || undefined;
}

/** The peer that sent `X-Forwarded-For` with this request without being a trusted proxy. */
export function untrustedProxyOf(headers: Headers): string | undefined {
  return headers.get(untrustedProxyHeader) || undefined;
}

/** IPv4 in IPv6's clothes is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:/, '');
}
