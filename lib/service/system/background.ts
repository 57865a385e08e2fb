import type { BlobStore } from '#blobs';
import type { Retention } from '#contract';
import { isAway, isLoginRefused, runJobs } from '#database';
import { startHousekeeping, startTimers } from '#engine';
import { startBlobHousekeeping, startStateHousekeeping } from '#state';
import { confirmSessionsJob } from '../access/providers/confirm-sessions.ts';
import { addPendingAuditJob } from '../audit/pending.ts';
import { auditStreamJob } from '../audit/stream.ts';
import type { ServiceConfig } from '../config.ts';
import { quotaJobs } from '../quotas/share-use.ts';
import type { Service } from '../service.ts';
import { completionKeyJob } from '../tasks/completion-keys.ts';
import { startSweeping } from './sweep.ts';

const dayMs = 86_400_000;
/** A service that was not seen for three times as long is gone. */
const renewEveryMs = 10_000;

type Parts = Pick<Service, 'callers' | 'config' | 'database' | 'logger' | 'ownProcess' | 'providers' | 'secretsKey'>;

/**
 * Starts the background work of a service, which any number of services can do. `stop` resolves when the current work
 * is done.
 */
export function startBackground(parts: Parts, blobs: BlobStore): { stop(): Promise<void> } {
  const { callers, config, database, logger, ownProcess, providers } = parts;
  const onTrouble = (error: Error) => {
    if (isAway(error) && !isLoginRefused(error)) return; // `/readyz` shows failures; each job runs again by itself
    logger.error({ error }, 'background work failed');
  };
  const versionRetentionInMs = config.stateRetentionInDays * dayMs;
  const auditRetentionInMs = config.auditRetentionInDays && config.auditRetentionInDays * dayMs;
  const stream = config.auditStream === undefined ? [] : [auditStreamJob(database, config.auditStream)];
  const confirm = providers.size === 0 ? [] : [confirmSessionsJob(parts)];
  const renewal = { everyMs: renewEveryMs, batch: () => ownProcess.renew().then(() => false) };
  const running = [
    runJobs(
      [
        ...stream,
        ...confirm,
        renewal,
        completionKeyJob(parts),
        addPendingAuditJob(database),
        ...quotaJobs(database, callers, ownProcess.id),
      ],
      onTrouble,
    ),
    startSweeping({ database, auditRetentionInMs, onTrouble }),
    startTimers(database, onTrouble),
    startHousekeeping(database, { retention: retentionOf(config), onTrouble }),
    startStateHousekeeping({ database, versionRetentionInMs, onTrouble }),
    startBlobHousekeeping({ database, blobs, onTrouble }),
  ];
  return {
    async stop() {
      await Promise.all(running.map((work) => work.stop()));
    },
  };
}

function retentionOf({ retentionInDays }: ServiceConfig): Retention {
  return retentionInDays === undefined ? {} : { maximumAgeInMs: retentionInDays * dayMs };
}
