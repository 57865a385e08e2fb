import { describe, expect, test } from 'vitest';
import { isPublicAddress, plainAddress } from './public-address.ts';

describe('is not public', () => {
  test.each([
    ['unspecified', ['0.0.0.0', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '[::1]']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['shared (CGNAT)', ['100.64.0.1', '100.127.255.255']],
    ['link-local', ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    ['unique-local and site-local', ['fc00::1', 'fdff::1', 'fec0::1']],
    ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1']],
    ['metadata of a cloud', ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']],
    ['reserved and for documents', ['192.0.2.1', '198.18.0.1', '240.0.0.1', '2001:db8::1', '3fff::1', '100::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe']],
    ['IPv4-compatible and translated', ['::127.0.0.1', '::ffff:0:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1']],
    ['6to4 and Teredo', ['2002:7f00:1::', '2002:808:808::', '2001::1']],
    ['no address', ['', 'localhost', '1.2.3', '1.2.3.4.5', 'x::y']],
  ])('%s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

test('is public: addresses beside those networks, and public IPv4 addresses in IPv6 form', () => {
  const addresses = [
    ['8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
    ['168.63.129.15', '168.63.129.17', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ['223.255.255.255', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::808:808'],
  ].flat();
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('an IPv4-mapped or NAT64 address is the IPv4 address in it', () => {
  expect(['::ffff:1.2.3.4', '64:ff9b::102:304', '::FFFF:0102:0304'].map(plainAddress)).toEqual(
    Array(3).fill('1.2.3.4'),
  );
  expect(['::ffff:0:1', '64:ff9b::', '[2606::1%eth0]'].map(plainAddress)).toEqual(['0.0.0.1', '0.0.0.0', '2606::1']);
});
