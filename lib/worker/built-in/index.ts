import { createOutlet, type HttpAllowRule } from '#engine';
import { httpRequest } from './http-request.ts';
import { workflow } from './workflow.ts';

/** The task types that every worker serves. `httpAllow` opens addresses that are not public to their requests. */
export function builtInTypes(httpAllow: readonly HttpAllowRule[] = []) {
  const outlet = createOutlet(httpAllow);
  return [httpRequest(outlet), workflow(outlet)];
}
