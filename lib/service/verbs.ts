import { accessVerbs } from './access/verbs.ts';
import { alertVerbs } from './alerts/verbs.ts';
import { apiKeyVerbs } from './api-keys/verbs.ts';
import { approvalVerbs } from './approvals/verbs.ts';
import { listAudit } from './audit/list.ts';
import { blobVerbs } from './blobs/verbs.ts';
import { bulkVerbs } from './bulk/verbs.ts';
import { getDeployment } from './deployment/get.ts';
import { errorVerbs } from './errors/verbs.ts';
import { eventVerbs } from './events/verbs.ts';
import { historyVerbs } from './history/verbs.ts';
import { getLimits } from './limits/get.ts';
import { lockVerbs } from './locks/verbs.ts';
import { logVerbs } from './logs/verbs.ts';
import { listNamespaces } from './namespaces/list.ts';
import { operatorVerbs } from './operators/verbs.ts';
import { sharePresence } from './presence/share.ts';
import { quotaVerbs } from './quotas/verbs.ts';
import { getRetention } from './retention/get.ts';
import { revealVerbs } from './reveals/verbs.ts';
import { secretVerbs } from './secrets/verbs.ts';
import { stateVerbs } from './state/verbs.ts';
import { getStatistics } from './statistics/get.ts';
import { stepVerbs } from './steps/verbs.ts';
import { storeVerbs } from './stores/verbs.ts';
import { taskTypeVerbs } from './task-types/verbs.ts';
import { taskVerbs } from './tasks/verbs.ts';
import { uploadVerbs } from './uploads/verbs.ts';
import { valueIndexVerbs } from './value-indexes/verbs.ts';
import type { Verbs } from './verb.ts';
import { viewVerbs } from './views/verbs.ts';
import { watch } from './watch/watch.ts';
import { workerVerbs } from './workers/verbs.ts';

/** The verbs of all operations. A missing one does not compile. */
export const verbs: Verbs = {
  ...taskVerbs,
  ...eventVerbs,
  ...historyVerbs,
  ...stepVerbs,
  ...logVerbs,
  ...alertVerbs,
  ...bulkVerbs,
  ...storeVerbs,
  ...stateVerbs,
  ...blobVerbs,
  ...uploadVerbs,
  ...lockVerbs,
  ...errorVerbs,
  ...viewVerbs,
  ...valueIndexVerbs,
  ...taskTypeVerbs,
  ...workerVerbs,
  ...revealVerbs,
  ...approvalVerbs,
  ...accessVerbs,
  ...operatorVerbs,
  ...apiKeyVerbs,
  ...secretVerbs,
  ...quotaVerbs,
  SharePresence: sharePresence,
  GetStatistics: getStatistics,
  GetDeployment: getDeployment,
  GetRetention: getRetention,
  GetLimits: getLimits,
  Watch: watch,
  ListAudit: listAudit,
  ListNamespaces: listNamespaces,
};
