import { createDefaultHttpClient, type PipelinePolicy } from '@azure/core-rest-pipeline';
import { TaskClient, type TaskClientCredential } from '#client';
import { dashboardKeyHeader } from '#contract';

type ConnectOptions = {
  /** The browser's address: the service's audit trail and throttle use it. */
  address?: string | undefined;
  /** The owner whose isolated stores and locks it reads and changes. */
  namespace?: string;
  maximumRetries?: number;
  requestTimeoutInMs?: number;
};

/** Makes a client of the service for one request of one operator. */
export type Connect = (credential: TaskClientCredential, options?: ConnectOptions) => TaskClient;

/** Where the service is, whether plain http to another machine is allowed, and what proves that this is a dashboard. */
export type ServiceConfig = { serviceUrl: string; allowInsecureService: boolean; dashboardKey?: string | undefined };

/** Makes the function that makes clients of one service. All clients share their connections. */
export function createConnect({ serviceUrl, allowInsecureService, dashboardKey }: ServiceConfig): Connect {
  const transport = createDefaultHttpClient();
  return (credential, { address, namespace, maximumRetries = 1, requestTimeoutInMs = 15_000 } = {}) =>
    new TaskClient(serviceUrl, credential, {
      userAgentPrefix: 'taskdeck-dashboard',
      httpClient: transport,
      allowInsecureConnection: allowInsecureService,
      retry: { maximumRetries, maximumDelayInMs: 1_000 },
      requestTimeoutInMs,
      ...(namespace === undefined ? {} : { namespace }),
      additionalPolicies:
        address === undefined ? [] : [{ policy: forwardedFor(address, dashboardKey), position: 'perCall' }],
    });
}

/** The headers that tell the service the address of a browser. */
export function forwardingHeaders(address: string, dashboardKey: string | undefined): Record<string, string> {
  return { 'x-forwarded-for': address, ...(dashboardKey !== undefined && { [dashboardKeyHeader]: dashboardKey }) };
}

function forwardedFor(address: string, dashboardKey: string | undefined): PipelinePolicy {
  return {
    name: 'forwardedForPolicy',
    sendRequest(request, next) {
      for (const [name, value] of Object.entries(forwardingHeaders(address, dashboardKey)))
        request.headers.set(name, value);
      return next(request);
    },
  };
}
