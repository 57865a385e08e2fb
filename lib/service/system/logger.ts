import { type Logger, pino } from 'pino';
import { causeChain, isThrownError } from '#contract';
import type { ServiceConfig } from '../config.ts';

/** Logs JSON lines to stdout. No log call gets a body, a header or a parameter. */
export function createLogger({ logLevel }: Pick<ServiceConfig, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: null, serializers: { error: describeError } });
}

/** The fields that help to find a failure. PostgreSQL's `detail` is omitted, because it quotes values of a row. */
function describeError(error: unknown): unknown {
  return causeChain(error).reduceRight<unknown>((cause, one) => describeOne(one, cause), undefined);
}

function describeOne(error: unknown, cause: unknown): unknown {
  if (!isThrownError(error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}
