import { z } from 'zod';

export const limitsSchema = z
  .record(z.string(), z.number().int())
  .describe(
    'All limits by name. Sizes are in bytes of UTF-8 JSON, times in milliseconds unless the name contains another unit.',
  );
