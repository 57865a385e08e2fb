import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

/**
 * Returns an attestation object, in base64url, without what an authenticator says about its maker. Certificates in that can
 * name any address, which the library would ask whether they were revoked. Throws for what is no attestation object.
 */
export function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    ),
  );
}
