import { createDefaultHttpClient, type HttpClient, type PipelinePolicy } from '@azure/core-rest-pipeline';
import { TaskClient, type TaskClientCredential } from '#client';
import { dashboardConfig } from './config.ts';

let transport: HttpClient | undefined;

type ConnectOptions = {
  /** The browser's address: the service's audit trail and throttle go by it. */
  address?: string | undefined;
  maximumRetries?: number;
  requestTimeoutInMs?: number;
};

/** A client of the service for one request of one operator. All of them share their connections. */
export function connect(credential: TaskClientCredential, options: ConnectOptions = {}): TaskClient {
  const { address, maximumRetries = 1, requestTimeoutInMs = 15_000 } = options;
  const { serviceUrl, allowInsecureService } = dashboardConfig();
  transport ??= createDefaultHttpClient();
  return new TaskClient(serviceUrl, credential, {
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
