/**
 * The library for WebAuthn, loaded with the first use of a passkey: it takes a tenth of a second to load, and Node warns
 * of its look at new algorithms.
 */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
