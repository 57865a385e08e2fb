import { deployment } from './deployment.ts';
import { defineOperations } from './operation.ts';

/** The state of the deployment itself. */
export const deploymentOperations = defineOperations({
  GetDeployment: {
    summary: 'Returns the processes, database and queues of the deployment, and what is not as it should be',
    resource: 'deployment',
    method: 'GET',
    path: '/v1/deployment',
    scopes: ['deployment/read'],
    output: deployment,
  },
});
