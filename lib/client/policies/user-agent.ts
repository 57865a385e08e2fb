import type { PipelinePolicy } from '@azure/core-rest-pipeline';

/** Adds the `User-Agent` header. */
export function userAgentPolicy(prefix: string | undefined): PipelinePolicy {
  const runtime = typeof process === 'undefined' ? 'browser' : `node/${process.versions.node}`;
  const value = [prefix, 'taskdeck-client/0.1.0', runtime].filter(Boolean).join(' ');
  return {
    name: 'userAgentPolicy',
    sendRequest(request, next) {
      request.headers.set('User-Agent', value);
      return next(request);
    },
  };
}
