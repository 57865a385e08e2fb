import type { Agent } from 'node:http';
import { createDefaultHttpClient, type HttpClient } from '@azure/core-rest-pipeline';

/**
 * A transport (`httpClient` of the client's options) whose connections an agent of `node:http` or `node:https` makes:
 * through a proxy, over a Unix socket, or to a service in the same process (`agent` of a running service).
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
