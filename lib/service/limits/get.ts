import { limits } from '#contract';
import type { Verb } from '../verb.ts';

export const getLimits: Verb<'GetLimits'> = async ({ config }) => ({
  ...limits,
  ...config.callers,
  blobBytes: config.maximumBlobBytes,
});
