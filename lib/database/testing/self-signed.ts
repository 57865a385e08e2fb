import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A key, and a certificate of it for a host that nobody has issued, as PEM. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex')); // ecdsa-with-SHA256
  const name = sequence();
  const time = (text: string) => tagged(0x18, Buffer.from(text)); // GeneralizedTime
  const place = isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host));
  const names = sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, sequence(place))); // subjectAltName
  const signed = sequence(
    tagged(0xa0, number(2)), // version 3
    number(1),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(names)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]));
  const bytes = sequence(signed, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes}\n-----END CERTIFICATE-----\n`,
  };
}

const number = (value: number) => tagged(0x02, Buffer.from([value]));

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));

/** A value of ASN.1 in DER. */
function tagged(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
