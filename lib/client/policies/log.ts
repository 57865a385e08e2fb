import type { PipelinePolicy, PipelineRequest } from '@azure/core-rest-pipeline';
import type { ClientLogger } from '../options.ts';
import { sentOperation } from '../sent-operation.ts';
import { requestIdHeader } from './request-id.ts';

/** Query parameters whose values may be logged, because no person types them. */
const loggedQuery = new Set([
  'maxPageSize',
  'orderBy',
  'status',
  'waitInMs',
  'force',
  'level',
  'windowInMs',
  'sequence',
  'includeInput',
  'includeOutput',
  'includeValue',
  'hasBlob',
  'expires',
  'overwrite',
  'versionId',
  'contentHash',
]);

/** Logs every try: operation, method, URL, status and duration. Nothing else is logged. */
export function logPolicy(logger: ClientLogger): PipelinePolicy {
  return {
    name: 'logPolicy',
    async sendRequest(request, next) {
      const startedAt = performance.now();
      const facts = () => ({
        operation: sentOperation(request)?.name,
        method: request.method,
        url: loggedUrl(request),
        requestId: request.headers.get(requestIdHeader),
        durationInMs: Math.round(performance.now() - startedAt),
      });
      try {
        const response = await next(request);
        const level = response.status < 500 ? 'debug' : 'warn';
        tellLogger(logger, level, { ...facts(), status: response.status }, 'request answered');
        return response;
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown';
        tellLogger(logger, 'warn', { ...facts(), error: name }, 'request failed');
        throw error;
      }
    },
  };
}

/** Gives a line to the logger. A logger that throws does not fail the call that it is told of, which may have been done. */
export function tellLogger(
  logger: ClientLogger | undefined,
  level: keyof ClientLogger,
  fields: Readonly<Record<string, unknown>>,
  message: string,
): void {
  try {
    logger?.[level](fields, message);
  } catch {
    // there is nowhere else to tell it
  }
}

function loggedUrl(request: PipelineRequest): string {
  const url = new URL(request.url);
  for (const name of new Set(url.searchParams.keys()))
    if (!loggedQuery.has(name)) url.searchParams.set(name, 'REDACTED');
  return url.origin + url.pathname + url.search;
}
