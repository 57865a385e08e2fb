import { limits } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';

export const getLimits: Verb<'GetLimits'> = async ({ config, callers }, { caller }) => ({
  ...limits,
  ...callers.limitsOf(ownerOf(caller)),
  blobBytes: config.maximumBlobBytes,
});
