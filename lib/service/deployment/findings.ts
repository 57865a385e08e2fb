import { type Finding, findingSeverities } from '#contract';
import { databaseFindings } from './database-findings.ts';
import type { DeploymentFacts } from './deployment-facts.ts';
import { processFindings } from './process-findings.ts';

/** Returns what is not as it should be, the most severe first. */
export function findingsOf(facts: DeploymentFacts): Finding[] {
  const all = [...workFindings(facts), ...processFindings(facts), ...databaseFindings(facts), ...accessFindings(facts)];
  return findingSeverities.flatMap((severity) => all.filter((one) => one.severity === severity));
}

function workFindings({ queues, workers }: DeploymentFacts): Finding[] {
  const isWaiting = queues.filter(({ queued, workerCount }) => queued > 0 && workerCount === 0);
  if (!workers.some(({ status }) => status === 'live'))
    return [
      {
        code: 'NoWorker',
        severity: 'critical',
        summary: 'No worker is live, so no task runs.',
        action: 'Start a worker: npm run worker -- ./my-tasks.ts',
      },
    ];
  return isWaiting.map(({ name, queued }) => ({
    code: 'QueueWithoutWorker',
    severity: 'critical',
    summary: `No live worker serves the queue ${name}, in which ${waitingRuns(queued)}.`,
    action: `Start a worker for it: TASKDECK_WORKER_QUEUES=${name}`,
  }));
}

function accessFindings({ generatedPasswords, isOwner }: DeploymentFacts): Finding[] {
  const findings: Finding[] = [];
  if (generatedPasswords.length > 0)
    findings.push({
      code: 'GeneratedPassword',
      severity: 'warning',
      summary: `Still with a generated password: ${generatedPasswords.join(', ')}.`,
      action: 'Sign in and choose another password, or disable the operator.',
    });
  if (isOwner)
    findings.push({
      code: 'RoleOwnsTables',
      severity: 'warning',
      summary: 'The role of DATABASE_URL owns the tables, so it could change the audit trail.',
      action: 'Use a second role for service and workers: npm run migrate prepares it.',
    });
  return findings;
}

function waitingRuns(queued: number): string {
  if (queued === 1) return '1 run waits';
  return `${queued >= 10_000 ? '10,000 or more' : queued} runs wait`;
}
