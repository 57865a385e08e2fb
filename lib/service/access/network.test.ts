import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:2', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['1:2::3:4:5:192.0.2.1', '1:2:0:3::/64'],
  ['', ''],
] as const)('the network of %s is %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});
