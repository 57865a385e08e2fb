import type { ActionResult } from '../access/perform-action.ts';
import { addPasskey, beginPasskey } from './actions.ts';
import { makePasskey, whyNoPasskey } from './browser-passkey.ts';

/** Makes a passkey in this browser and adds it. The challenge that it answers works once. */
export async function addPasskeyHere(name: string): Promise<ActionResult<unknown>> {
  const begun = await beginPasskey(undefined);
  if (!begun.ok) return begun;
  try {
    return await addPasskey({ name, credential: await makePasskey(begun.value.options) });
  } catch (error) {
    return { ok: false, problem: { code: 'InvalidCredentials', detail: whyNoPasskey(error) } };
  }
}
