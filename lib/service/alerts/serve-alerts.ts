import type { Clock, Database } from '#database';
import { alertDefinition, alertQueue, createOutlet, type SecretsKey } from '#engine';
import type { ServiceConfig } from '../config.ts';
import { serveOwnType } from '../system/serve-own-type.ts';
import { sendOver } from './send-over.ts';

type Parts = {
  database: Database;
  secretsKey: SecretsKey;
  config: Pick<ServiceConfig, 'httpAllow' | 'smtp' | 'dashboardUrl'>;
  clock: Clock;
  onTrouble(error: Error): void;
};

/** Deliveries that one service does at the same time. A delivery that waits for its next attempt takes none. */
const slots = 20;

/** Delivers notices of alerts in this process, as the worker of their task type. */
export function serveAlerts({ database, secretsKey, config, clock, onTrouble }: Parts): { stop(): Promise<void> } {
  const { smtp, dashboardUrl } = config;
  const send = sendOver({ outlet: createOutlet(config.httpAllow), smtp, dashboardUrl, clock });
  const definition = alertDefinition({ database, secretsKey, send });
  return serveOwnType(database, { definition, queue: alertQueue, slots }, onTrouble);
}
