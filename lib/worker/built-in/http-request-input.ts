import { z } from 'zod';
import { jsonValue } from '#contract';

/** The input of `http.request`, and of an `http` step of a workflow after its references are replaced. */
export const httpRequestInput = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z
    .string()
    .max(8_192)
    .regex(/^\P{Cc}*$/u, 'a URL without control characters, such as tabs and line breaks')
    .regex(/^https?:\/\/[^/?#\\@\s]+([/?#\\]|$)/i, 'an http or https URL without user name and password')
    .describe('The URL. Redirects are not followed. Credentials go into a header'),
  headers: z
    .record(z.string().min(1).max(256), z.string().max(65_536))
    .default({})
    .describe('Use {"$secret": "NAME"} for tokens'),
  body: jsonValue.optional().describe('A string is sent unchanged, anything else as JSON'),
  timeoutInMs: z.number().int().min(1).max(600_000).default(30_000).describe('For the complete answer'),
  expectedStatuses: z
    .array(z.number().int().min(100).max(599))
    .min(1)
    .optional()
    .describe('Any other status fails the task. Default: 200 to 299'),
});

export type HttpRequest = z.output<typeof httpRequestInput>;
