/** The header in which this process tells its handlers where a request came from; see `instrumentation.ts`. */
const addressHeader = 'x-taskdeck-address';

type IncomingRequest = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * Notes the browser's address on a request, over whatever the browser itself claims. `X-Forwarded-For` is believed from
 * the right, only as far as trusted proxies wrote it.
 */
export function noteClientAddress(request: IncomingRequest, trustedProxies: readonly string[]): void {
  const claimed = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let address = plain(request.socket.remoteAddress ?? '');
  while (trustedProxies.includes(address)) {
    const hop = plain(claimed.pop()?.trim() ?? '');
    if (hop === '') break;
    address = hop;
  }
  request.headers[addressHeader] = address;
}

/** The address that `noteClientAddress` noted. */
export function clientAddressOf(headers: Headers): string | undefined {
  return headers.get(addressHeader) || undefined;
}

/** IPv4 in IPv6's clothes is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:/, '');
}
