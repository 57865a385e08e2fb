'use server';

import { z } from 'zod';
import { passwordChangeInput } from '#contract';
import { operatorAction } from '../access/action.ts';
import { providerStates } from '../access/this-dashboard.ts';
import { dashboardConfig } from '../config.ts';

/** Changes the operator's own password. The service ends the operator's other sessions. */
export const changePassword = operatorAction(passwordChangeInput, async ({ client, input }) => {
  await client.changePasswordAsync(input);
});

/** Where the operator signs out at the provider as well; nothing for who signed in with a password. */
export const findProviderSignOut = operatorAction(z.undefined(), async ({ provider }) => {
  const { publicUrl } = dashboardConfig();
  if (provider === undefined || publicUrl === undefined) return undefined;
  return providerStates().signOutUrl(provider, new URL('/sign-in', publicUrl).href);
});
