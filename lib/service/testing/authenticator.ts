import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyInput, PasskeyUse } from '#contract';

/** The options of a browser's call, as far as an authenticator needs them. */
type Options = { challenge?: unknown };

/** What a test changes to see it refused. */
type Fault = {
  origin?: string;
  isVerified?: boolean;
  counter?: number;
  isForged?: boolean;
  attestation?: { format: string; certificate: Uint8Array };
};

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** An authenticator with one passkey (ES256), and the browser before it: WebAuthn without hardware. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let signatures = 0;

  const head = (given: Fault, more = 0) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(given.counter ?? signatures);
    const verified = given.isVerified === false ? 0 : flags.verified;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags.present | verified | more]), counter]);
  };
  const clientData = (type: string, { challenge }: Options, given: Fault) =>
    Buffer.from(
      JSON.stringify({ type, challenge: String(challenge), origin: given.origin ?? origin, crossOrigin: false }),
    );
  const named = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' } as const;

  return {
    /** Makes the passkey. */
    create(options: Options, given: Fault = {}): PasskeyInput['credential'] {
      const key = new Map<number, number | Uint8Array>([
        [1, 2], // EC2
        [3, -7], // ES256
        [-1, 1], // P-256
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)]);
      const authData = Uint8Array.from(Buffer.concat([head(given, flags.hasCredential), attested]));
      const { format, certificate } = given.attestation ?? { format: 'none', certificate: undefined };
      const statement = new Map<string, Uint8Array[]>(certificate === undefined ? [] : [['x5c', [certificate]]]);
      const attestation = new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, given)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Uses the passkey. */
    get(options: Options, given: Fault = {}): PasskeyUse {
      signatures += 1;
      const authenticatorData = head(given);
      const client = clientData('webauthn.get', options, given);
      const key = given.isForged === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), key)),
        },
      };
    },
  };
}
