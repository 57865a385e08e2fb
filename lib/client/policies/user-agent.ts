import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { taskdeckVersion } from '#contract';

/** Adds the `User-Agent` header. */
export function userAgentPolicy(prefix: string | undefined): PipelinePolicy {
  const runtime = typeof process === 'undefined' ? 'browser' : `node/${process.versions.node}`;
  const value = [prefix, `taskdeck-client/${taskdeckVersion}`, runtime].filter(Boolean).join(' ');
  return {
    name: 'userAgentPolicy',
    sendRequest(request, next) {
      request.headers.set('User-Agent', value);
      return next(request);
    },
  };
}
