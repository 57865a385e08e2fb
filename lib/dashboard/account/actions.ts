'use server';

import { passwordChangeInput } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Changes the operator's own password. The service ends the operator's other sessions. */
export const changePassword = operatorAction(passwordChangeInput, async ({ client, input }) => {
  await client.changePasswordAsync(input);
});
