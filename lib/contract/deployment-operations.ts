import { deployment } from './deployment.ts';
import type { OperationTable } from './operation.ts';
import { retentionReport } from './retention-report.ts';

/** The state of the deployment itself. */
export const deploymentOperations = {
  GetDeployment: {
    summary: 'Returns the processes, database and queues of the deployment, and what is not as it should be',
    resource: 'deployment',
    method: 'GET',
    path: '/v1/deployment',
    bounded: 'refused',
    scopes: ['deployment/read'],
    output: deployment,
  },
  GetRetention: {
    summary: 'Returns what is kept for how long, what sets it, and what each setting would remove today',
    resource: 'deployment',
    method: 'GET',
    path: '/v1/retention',
    bounded: 'refused',
    scopes: ['deployment/read'],
    output: retentionReport,
  },
} as const satisfies OperationTable;
