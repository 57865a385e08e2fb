import { accessRequests } from './access-requests.ts';
import { alertRequests } from './alert-requests.ts';
import { bulkRequests } from './bulk-requests.ts';
import { errorRequests } from './error-requests.ts';
import { fleetRequests } from './fleet-requests.ts';
import type { Requests } from './planting.ts';
import { revealRequests } from './reveal-requests.ts';
import { stateRequests } from './state-requests.ts';
import { taskRequests } from './task-requests.ts';
import { timeRequests } from './time-requests.ts';
import { viewRequests } from './view-requests.ts';

/**
 * Calls of each operation that succeed, for the tests of all operations. Each makes what it needs, so they can be made in
 * any order and more than once. One that is missing does not compile.
 */
export const requests: Requests = {
  ...accessRequests,
  ...alertRequests,
  ...bulkRequests,
  ...errorRequests,
  ...fleetRequests,
  ...revealRequests,
  ...stateRequests,
  ...taskRequests,
  ...timeRequests,
  ...viewRequests,
};
