import type { Verbs } from '../verb.ts';
import { createOperator } from './create.ts';
import { deleteOperator } from './delete.ts';
import { inviteOperator, revokeInvitation } from './invitation.ts';
import { listOperators } from './list.ts';
import { updateOperator } from './update.ts';

/** The verbs of the operations on operators. */
export const operatorVerbs = {
  ListOperators: listOperators,
  CreateOperator: createOperator,
  UpdateOperator: updateOperator,
  InviteOperator: inviteOperator,
  RevokeInvitation: revokeInvitation,
  DeleteOperator: deleteOperator,
} satisfies Partial<Verbs>;
