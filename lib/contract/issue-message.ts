import type { z } from 'zod';

const units: Partial<Record<string, string>> = { array: 'items', set: 'items', string: 'characters' };

/**
 * The message for a problem of the input, by which both the service and the client refuse it. For a length or number beyond
 * its bounds it names the actual and the bound: parse with `tellingAll`.
 */
export function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return issue.message;
  if (!/^Too (big|small): /.test(issue.message)) return issue.message; // a schema's own
  const bound = issue.code === 'too_big' ? `maximum is ${issue.maximum}` : `minimum is ${issue.minimum}`;
  const { input } = issue;
  const unit = units[issue.origin];
  if (unit !== undefined && (Array.isArray(input) || typeof input === 'string'))
    return `has ${input.length} ${unit}, the ${bound}`;
  return typeof input === 'number' ? `is ${input}, the ${bound}` : issue.message;
}

/** Options with which an input is parsed, so that each problem names the value that is wrong or what is allowed. */
export const tellingAll: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: unknownKeys };

function unknownKeys(issue: z.core.$ZodRawIssue): string | undefined {
  const definition = issue.inst?._zod.def;
  if (issue.code !== 'unrecognized_keys' || definition === undefined || !('shape' in definition)) return undefined;
  const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ');
  const allowed = Object.keys(Object(definition.shape)).join(', ');
  return `Unrecognized ${issue.keys.length === 1 ? 'key' : 'keys'}: ${keys}; allowed: ${allowed || 'none'}`;
}
