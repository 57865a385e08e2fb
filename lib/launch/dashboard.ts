// The dashboard's process: Next.js behind this project's HTTP server. `next start` answers 408 to an upload that takes
// longer than five minutes, and its stop waits ten seconds for open event streams.
import next from 'next';
import { ConfigError, forbidBlocking } from '#contract';
import { readActionPages } from '../dashboard/access/action-pages.ts';
import { createHttpServer, holdRequests } from '../dashboard/access/http-server.ts';
import { createRequestListener } from '../dashboard/access/request-listener.ts';
import { accessTokens, dashboardGate } from '../dashboard/access/this-dashboard.ts';
import { type DashboardConfig, dashboardConfig } from '../dashboard/config.ts';
import { readConfig } from './config.ts';
import { inProject, projectFolder } from './project.mjs';

const isDevelopment = process.argv.includes('--dev');
const { host, port, url } = readConfig(process.env).dashboard;
const { serviceUrl, dashboardKey, trustedProxies, isSecure, sessionSecrets } = checkedConfig();
forbidBlocking('the dashboard');

const app = next({ dev: isDevelopment, dir: projectFolder, hostname: host, port });
const server = createHttpServer({ hasUpgrades: isDevelopment });
const beginToAnswer = holdRequests(server);
// Listens before Next.js prepares: a taken port is found at once, and no other process can take it meanwhile.
await new Promise<void>((resolve, reject) => {
  server.once('error', reject);
  server.listen(port, host, resolve);
});
await app.prepare();
const listener = createRequestListener(
  {
    gate: dashboardGate(),
    serviceUrl,
    dashboardKey,
    trustedProxies,
    isSecure,
    sessionSecrets,
    accessTokens: accessTokens(),
    actionPages: isDevelopment ? undefined : await readActionPages(inProject('.next')),
  },
  app.getRequestHandler(),
);
const upgrade = app.getUpgradeHandler();
beginToAnswer((request, response) => void listener(request, response));
if (isDevelopment) server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 500); // only event streams and downloads are still open
    setTimeout(() => process.exit(0), 2_000);
  });
}

process.send?.({ kind: 'ready', url });
if (!process.send) console.log(`Dashboard on ${url}`);

/** Returns the dashboard's configuration. A bad value ends the process. */
function checkedConfig(): DashboardConfig {
  try {
    return dashboardConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The dashboard cannot start: ${error.message}`);
    process.exit(1);
  }
}
