import { z } from 'zod';
import { jsonValue } from '#contract';

/** What `http.request` takes; also what an `http` step of a workflow is once its references are filled in. */
export const httpRequestInput = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z
    .string()
    .max(8_192)
    .regex(/^https?:\/\//i, 'an http or https URL')
    .describe('Where to; redirects are not followed'),
  headers: z
    .record(z.string().min(1).max(256), z.string().max(65_536))
    .default({})
    .describe('Use {"$secret": "NAME"} for tokens'),
  body: jsonValue.optional().describe('A text is sent as it is, anything else as JSON'),
  timeoutInMs: z.number().int().min(1).max(600_000).default(30_000).describe('For the whole answer'),
  expectedStatuses: z
    .array(z.number().int().min(100).max(599))
    .min(1)
    .optional()
    .describe('Any other fails the task; without it, 200 to 299 are expected'),
});

export type HttpRequest = z.output<typeof httpRequestInput>;
