import { asSentence } from './as-sentence.ts';
import type { DashboardProblem } from './problem.ts';

/**
 * Reads a problem that this dashboard's server wrote as JSON, or passed on from the service; `undefined` for any other text. By hand and not with zod,
 * which would be the largest part of every page's script.
 */
export function readShownProblem(text: string): DashboardProblem | undefined {
  const given = parsed(text);
  if (!isRecord(given) || typeof given.code !== 'string' || typeof given.detail !== 'string') return undefined;
  const { code, detail, requestId, errors } = given;
  return {
    code: asCode(code),
    detail: asSentence(detail),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(Array.isArray(errors) ? { errors: errors.filter(isDetail) } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: not a problem
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isDetail(value: unknown): value is { pointer: string; message: string } {
  return isRecord(value) && typeof value.pointer === 'string' && typeof value.message === 'string';
}

/** The server is of this same build and writes only codes of the union. */
function asCode(code: string): DashboardProblem['code'] {
  return code as DashboardProblem['code'];
}
