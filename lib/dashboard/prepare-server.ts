import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import { forbidBlocking } from '#contract';
import { noteClientAddress } from './access/client-address.ts';
import { ConfigError, dashboardConfig } from './config.ts';

/** Checks the configuration, and from then on notes where each request comes from. A bad value stops the start. */
export function prepareServer(): void {
  forbidBlocking('the dashboard');
  try {
    const { trustedProxies } = dashboardConfig();
    subscribe('http.server.request.start', (message) => noteClientAddress(incoming(message), trustedProxies));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The dashboard cannot start: ${error.message}`);
    process.exit(1);
  }
}

type Incoming = Parameters<typeof noteClientAddress>[0];

/** Node publishes `{ request, response, socket, server }` here, before any handler runs. */
function incoming(message: unknown): Incoming {
  return (message as { request: Incoming }).request;
}
