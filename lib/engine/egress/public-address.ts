import { BlockList, isIP, isIPv6 } from 'node:net';

/** Special-purpose IPv4 networks (IANA registry), and Azure's metadata address, which is in a public network. */
const notPublicIpv4 = networks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

const globalUnicast = networks('ipv6', ['2000::/3']);

/** Parts of 2000::/3 that are not hosts of the Internet: protocol assignments with Teredo, documentation and 6to4. */
const notPublicIpv6 = networks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** IPv6 forms of IPv4 addresses that lead to the IPv4 host: IPv4-mapped and NAT64. */
const carriesIpv4 = networks('ipv6', ['::ffff:0:0/96', '64:ff9b::/96']);

/** Returns whether an IP address is one of the public Internet. Text that is no IP address is not. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  if (address === undefined) return false;
  if (!isIPv6(address)) return !notPublicIpv4.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}

/**
 * Returns an IP address without brackets and zone, and the IPv4 address that an IPv4-mapped or NAT64 address stands for;
 * `undefined` for other text.
 */
export function plainAddress(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (isIP(address) === 0) return undefined;
  if (!isIPv6(address) || !carriesIpv4.check(address, 'ipv6')) return address;
  const [high = 0, low = 0] = lastGroups(address);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The last 32 bits of an IPv6 address. The URL parser writes them as two groups of hexadecimal digits. */
function lastGroups(address: string): number[] {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  return groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
}

function networks(family: 'ipv4' | 'ipv6', texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [network = '', bits] = text.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
