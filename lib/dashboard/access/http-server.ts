import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Makes the dashboard's HTTP server. A request that asks for another protocol is answered like any other one, unless
 * `hasUpgrades`. Next.js listens for such requests, and keeps the connections of some of them without an answer: no
 * timeout ends these, also after the browser has left.
 */
export function createHttpServer({ hasUpgrades }: { hasUpgrades: boolean }): Server {
  return createServer({
    requestTimeout: 0,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: () => hasUpgrades,
  });
}

/**
 * Lets requests wait that come before the dashboard can answer. Returns the function that begins to answer, those that
 * wait first. Without it, a request that comes while nothing listens for it is never answered, and no timeout ends it.
 */
export function holdRequests(server: Server): (listener: RequestListener) => void {
  const { promise, resolve } = Promise.withResolvers<RequestListener>();
  server.on('request', (request, response) => {
    void promise.then((listener) => {
      if (!response.destroyed) listener(request, response);
    });
  });
  return resolve;
}
