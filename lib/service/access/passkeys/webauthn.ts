/**
 * The library for WebAuthn, loaded with the first use of a passkey: it takes a tenth of a second to load, and Node warns
 * of its look at new algorithms.
 */
export async function loadWebAuthn() {
  const [server, { withoutAttestation }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('./without-attestation.ts'),
  ]);
  return { ...server, withoutAttestation };
}
