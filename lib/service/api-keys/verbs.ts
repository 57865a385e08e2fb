import type { Verbs } from '../verb.ts';
import { createApiKey } from './create.ts';
import { deleteApiKey } from './delete.ts';
import { listApiKeys } from './list.ts';
import { rotateApiKey } from './rotate.ts';

/** The verbs of the operations on api keys. */
export const apiKeyVerbs = {
  ListApiKeys: listApiKeys,
  CreateApiKey: createApiKey,
  RotateApiKey: rotateApiKey,
  DeleteApiKey: deleteApiKey,
} satisfies Partial<Verbs>;
