import { createDefaultHttpClient, type PipelinePolicy } from '@azure/core-rest-pipeline';
import { TaskClient, type TaskClientCredential } from '#client';

type ConnectOptions = {
  /** The browser's address: the service's audit trail and throttle use it. */
  address?: string | undefined;
  maximumRetries?: number;
  requestTimeoutInMs?: number;
};

/** Makes a client of the service for one request of one operator. */
export type Connect = (credential: TaskClientCredential, options?: ConnectOptions) => TaskClient;

/** Where the service is, and whether plain http to another machine is allowed. */
export type ServiceConfig = { serviceUrl: string; allowInsecureService: boolean };

/** Makes the function that makes clients of one service. All clients share their connections. */
export function createConnect({ serviceUrl, allowInsecureService }: ServiceConfig): Connect {
  const transport = createDefaultHttpClient();
  return (credential, { address, maximumRetries = 1, requestTimeoutInMs = 15_000 } = {}) =>
    new TaskClient(serviceUrl, credential, {
      userAgentPrefix: 'taskdeck-dashboard',
      httpClient: transport,
      allowInsecureConnection: allowInsecureService,
      retry: { maximumRetries, maximumDelayInMs: 1_000 },
      requestTimeoutInMs,
      additionalPolicies: address === undefined ? [] : [{ policy: forwardedFor(address), position: 'perCall' }],
    });
}

function forwardedFor(address: string): PipelinePolicy {
  return {
    name: 'forwardedForPolicy',
    sendRequest(request, next) {
      request.headers.set('X-Forwarded-For', address);
      return next(request);
    },
  };
}
