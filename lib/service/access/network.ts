import { isIPv6 } from 'node:net';

/** The network that sign-ins from an address are counted for: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = groups(tail);
  const embedded = after.at(-1)?.includes('.') === true ? 1 : 0; // an IPv4 tail stands for two groups
  const zeros = address.includes('::') ? 8 - before.length - after.length - embedded : 0;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
