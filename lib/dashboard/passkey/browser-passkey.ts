import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyInput, PasskeyOptions, PasskeyUse } from '#contract';

type Options = PasskeyOptions['options'];

/** Lets the browser make a passkey. Rejects when the operator does not want to, or the device already has one. */
export async function makePasskey(options: Options): Promise<PasskeyInput['credential']> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: trustCreation(options) });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports !== undefined && { transports: [...transports] }) },
  };
}

/** Lets the operator choose a passkey and use it. Rejects when the operator does not want to. */
export async function askForPasskey(options: Options): Promise<PasskeyUse> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: trustRequest(options) });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Why the browser made or used no passkey, as a sentence. */
export function whyNoPasskey(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey of yours.';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used.';
  return 'The browser cannot use passkeys here.';
}

/** The service made these options with the same library, for this call. */
function trustCreation(options: Options) {
  return options as Options & Parameters<typeof startRegistration>[0]['optionsJSON'];
}

/** The same for a use. */
function trustRequest(options: Options) {
  return options as Options & Parameters<typeof startAuthentication>[0]['optionsJSON'];
}
