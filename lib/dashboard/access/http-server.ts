import { createServer, type Server } from 'node:http';

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
