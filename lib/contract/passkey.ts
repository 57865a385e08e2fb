import { z } from 'zod';
import { itemName, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { record } from './record.ts';

const base64url = z
  .string()
  .min(1)
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/, 'base64url');

/** A passkey of an operator: the public half of a WebAuthn credential. */
export const passkey = z.object({
  id: z.string().describe('Id of the passkey'),
  name: z.string().describe('What the operator calls it'),
  createdOn: timestamp.describe('When it was added'),
  lastUsedOn: timestamp.optional().describe('When it was last used. Omitted: never'),
});
/** One that was never used. */
export const newPasskey = passkey.omit({ lastUsedOn: true });
export const passkeyListQuery = z.strictObject({ ...pageQuery });

/** What a browser needs for `navigator.credentials`, with a challenge that works once. */
export const passkeyOptions = z.object({
  options: record(z.string(), z.unknown()).describe(
    'Options in the JSON form of WebAuthn Level 3, for navigator.credentials. They work once, for 5 minutes',
  ),
});

const credential = {
  id: base64url.describe('Id of the credential'),
  rawId: base64url.describe('The same'),
  type: z.literal('public-key').describe('Kind of the credential'),
  authenticatorAttachment: z.string().max(64).nullish().describe('Where the authenticator is. Not used'),
  clientExtensionResults: record(z.string(), z.unknown()).optional().describe('Results of extensions. Not used'),
};

/** The answer of an authenticator that has made a credential (RegistrationResponseJSON). */
const registration = z.strictObject({
  ...credential,
  response: z
    .strictObject({
      clientDataJSON: base64url.describe('What the browser says about the request'),
      attestationObject: base64url.describe('The new public key, with what the authenticator says about it'),
      authenticatorData: base64url.optional().describe('A part of the attestation. Not used'),
      transports: z.array(z.string().max(32)).max(16).optional().describe('How the authenticator is reached'),
      publicKeyAlgorithm: z.number().int().optional().describe('Algorithm of the key. Not used'),
      publicKey: base64url.optional().describe('The public key. Not used'),
    })
    .describe('The answer of the authenticator'),
});

/** The answer of an authenticator that has used a credential (AuthenticationResponseJSON). */
export const passkeyUse = z
  .strictObject({
    ...credential,
    response: z
      .strictObject({
        clientDataJSON: base64url.describe('What the browser says about the request'),
        authenticatorData: base64url.describe('What the authenticator says about the use'),
        signature: base64url.describe('Its signature'),
        userHandle: base64url.nullish().describe('Who the passkey is for'),
      })
      .describe('The answer of the authenticator'),
  })
  .describe('The credential in the JSON form of WebAuthn Level 3');

export const passkeyInput = z.strictObject({
  name: itemName.describe('What the operator calls it'),
  credential: registration.describe('The new credential in the JSON form of WebAuthn Level 3'),
});
export const passkeyUpdateInput = z.strictObject({ name: itemName.describe('What the operator calls it') });
export const passkeySignInInput = z.strictObject({
  credential: passkeyUse,
  device: z.string().max(128).optional().describe('What the session is called in the list of sessions'),
});

/** Codes for who has lost every passkey. */
export const recoveryCodes = z.object({
  codes: z
    .array(z.string())
    .describe('Each replaces a passkey once, after the password. No other answer contains them'),
});

export type Passkey = z.output<typeof passkey>;
export type PasskeyOptions = z.output<typeof passkeyOptions>;
export type PasskeyInput = z.input<typeof passkeyInput>;
export type PasskeyUpdateInput = z.input<typeof passkeyUpdateInput>;
export type PasskeyUse = z.input<typeof passkeyUse>;
export type PasskeySignInInput = z.input<typeof passkeySignInInput>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
