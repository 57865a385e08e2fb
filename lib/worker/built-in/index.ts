import { httpRequest } from './http-request.ts';
import { workflow } from './workflow.ts';

/** The task types that every worker serves. */
export const builtInTypes = [httpRequest, workflow];
