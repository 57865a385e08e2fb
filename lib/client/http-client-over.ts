import type { Agent } from 'node:http';
import { createDefaultHttpClient, type HttpClient } from '@azure/core-rest-pipeline';

/**
 * Creates a transport (`httpClient` of the client's options) from an agent of `node:http` or `node:https`: for a proxy,
 * a Unix socket, or a service in the same process (`agent` of a running service).
 */
export function httpClientOver(agent: Agent): HttpClient {
  const client = createDefaultHttpClient();
  return {
    sendRequest(request) {
      request.agent ??= agent;
      return client.sendRequest(request);
    },
  };
}
