import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorStatus } from '#contract';
import type { Json } from './schemas.ts';

const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });
const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };
const headersOfFailures: Readonly<Record<number, Json>> = {
  429: {
    ...retryAfter,
    RateLimit: textHeader('What is left of the requests of the caller: `"requests";r=9;t=0`'),
    'RateLimit-Policy': textHeader('How many requests the caller may send in how many seconds: `"requests";q=20;w=2`'),
  },
  503: retryAfter,
};

function exampleProblem(status: number, [code]: readonly ErrorCode[]): Json {
  return {
    type: `https://taskdeck.dev/problems/${code}`,
    title: STATUS_CODES[status],
    status,
    detail: 'what is wrong, with the value and what is allowed',
    code,
    requestId: '0197c1f4-5a3e-7c7b-9d3e-1f2a3b4c5d6e',
  };
}

/** Returns the responses that tell these codes, by status, with an example of each. */
export function failuresOf(told: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(told, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        ...(status in headersOfFailures && { headers: headersOfFailures[status] }),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: exampleProblem(status, codes),
          },
        },
      },
    ]),
  );
}
