import { ProblemError } from '../problem/problem.ts';

/** A required parameter of an address. */
export function requiredParam(params: URLSearchParams, name: string): string {
  const value = params.get(name);
  if (value === null || value === '') throw new ProblemError({ code: 'InvalidRequest', detail: `Say which ${name}.` });
  return value;
}

/** The number of a version in an address. */
export function versionOf(params: URLSearchParams): number {
  const version = Number(requiredParam(params, 'version'));
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw new ProblemError({ code: 'InvalidRequest', detail: 'A version is a whole number from 1.' });
}
