import type { OperationName } from '#contract';
import { acceptInvitation } from './access/accept-invitation.ts';
import { changePassword } from './access/change-password.ts';
import { endSession, endSessions } from './access/end-sessions.ts';
import { getIdentity } from './access/get-identity.ts';
import { listSessions } from './access/list-sessions.ts';
import { addPasskey } from './access/passkeys/add-passkey.ts';
import { beginPasskey, beginPasskeyProof, beginPasskeySignIn } from './access/passkeys/begin.ts';
import { deletePasskeysOf } from './access/passkeys/delete-passkeys-of.ts';
import { deletePasskey, listPasskeys, updatePasskey } from './access/passkeys/own-passkeys.ts';
import { createRecoveryCodes } from './access/passkeys/recovery-codes.ts';
import { signInWithPasskey } from './access/passkeys/sign-in-with-passkey.ts';
import { getProof } from './access/proof/get-proof.ts';
import { proveIdentity } from './access/proof/prove-identity.ts';
import { signInWithProvider } from './access/providers/sign-in-with-provider.ts';
import { refreshSignIn } from './access/refresh-sign-in.ts';
import { signIn } from './access/sign-in.ts';
import { signOut } from './access/sign-out.ts';
import { createAlert, deleteAlert, updateAlert } from './alerts/change.ts';
import { getAlert, listAlertDeliveries, listAlerts } from './alerts/list.ts';
import { previewAlert } from './alerts/preview.ts';
import { testAlert } from './alerts/send-test.ts';
import { createApiKey } from './api-keys/create.ts';
import { deleteApiKey } from './api-keys/delete.ts';
import { listApiKeys } from './api-keys/list.ts';
import { rotateApiKey } from './api-keys/rotate.ts';
import { answerApproval } from './approvals/answer.ts';
import { createApproval } from './approvals/create.ts';
import { listApprovals } from './approvals/list.ts';
import { withdrawApproval } from './approvals/withdraw.ts';
import { listAudit } from './audit/list.ts';
import { getBlob } from './blobs/get.ts';
import { uploadBlob } from './blobs/upload.ts';
import { pauseBulkOperation, resumeBulkOperation, stopBulkOperation } from './bulk/command.ts';
import { createBulkOperation } from './bulk/create.ts';
import { getBulkOperation } from './bulk/get.ts';
import { listBulkOperations } from './bulk/list.ts';
import { listBulkCauses } from './bulk/list-causes.ts';
import { listBulkResults } from './bulk/list-results.ts';
import { previewBulkOperation } from './bulk/preview.ts';
import { getDeployment } from './deployment/get.ts';
import { getErrorGroup } from './errors/get.ts';
import { listErrorGroups } from './errors/list.ts';
import { mergeErrorGroups } from './errors/merge.ts';
import { getErrorRemedies } from './errors/remedies.ts';
import { updateErrorGroup } from './errors/update.ts';
import { listEvents } from './events/list.ts';
import { listTaskExternalEvents } from './events/list-of-task.ts';
import { listEventWaits } from './events/list-waits.ts';
import { raiseTaskEvent } from './events/raise.ts';
import { getErrorFrames } from './history/error-frames.ts';
import { findComparableRun } from './history/find-comparable.ts';
import { forkRun } from './history/fork.ts';
import { getTaskHistory } from './history/get.ts';
import { listTaskHistory } from './history/list.ts';
import { getLimits } from './limits/get.ts';
import { acquireLock } from './locks/acquire.ts';
import { getLock } from './locks/get.ts';
import { listLocks } from './locks/list.ts';
import { releaseLock } from './locks/release.ts';
import { listLogs } from './logs/list.ts';
import { listLogsOfTasks } from './logs/list-of-tasks.ts';
import { getLogVolume } from './logs/volume.ts';
import { getLogVolumeOfTasks } from './logs/volume-of-tasks.ts';
import { writeLogs } from './logs/write.ts';
import { listNamespaces } from './namespaces/list.ts';
import { createOperator } from './operators/create.ts';
import { deleteOperator } from './operators/delete.ts';
import { inviteOperator, revokeInvitation } from './operators/invitation.ts';
import { listOperators } from './operators/list.ts';
import { updateOperator } from './operators/update.ts';
import { sharePresence } from './presence/share.ts';
import { listQuotas } from './quotas/list.ts';
import { setQuota } from './quotas/set.ts';
import { getRetention } from './retention/get.ts';
import { createReveal } from './reveals/create.ts';
import { endReveal } from './reveals/end.ts';
import { getRevealed } from './reveals/get-revealed.ts';
import { listReveals } from './reveals/list.ts';
import { deleteSecret } from './secrets/delete.ts';
import { listSecrets } from './secrets/list.ts';
import { setSecret } from './secrets/set.ts';
import { deleteBulkState } from './state/bulk-delete.ts';
import { getBulkState } from './state/bulk-get.ts';
import { saveBulkState } from './state/bulk-save.ts';
import { deleteState } from './state/delete.ts';
import { getState } from './state/get.ts';
import { getStateVersion } from './state/get-version.ts';
import { listState } from './state/list.ts';
import { listStateAccess } from './state/list-access.ts';
import { listStateVersions } from './state/list-versions.ts';
import { restoreState } from './state/restore.ts';
import { saveState } from './state/save.ts';
import { bulkTransaction } from './state/transaction.ts';
import { undoState } from './state/undo.ts';
import { getStatistics } from './statistics/get.ts';
import { getStepErrorFrames } from './steps/error-frames.ts';
import { getStep } from './steps/get.ts';
import { listSteps } from './steps/list.ts';
import { getStore } from './stores/get.ts';
import { listStores } from './stores/list.ts';
import { setStorePolicy } from './stores/set-policy.ts';
import { getTaskType } from './task-types/get.ts';
import { listTaskTypes } from './task-types/list.ts';
import { cancelTask } from './tasks/cancel.ts';
import { compareTasks } from './tasks/compare.ts';
import { createTask } from './tasks/create.ts';
import { deleteTask } from './tasks/delete.ts';
import { getTaskDurations } from './tasks/durations.ts';
import { getTask } from './tasks/get.ts';
import { listTasks } from './tasks/list.ts';
import { pauseTask } from './tasks/pause.ts';
import { rerunTask } from './tasks/rerun.ts';
import { resumeTask } from './tasks/resume.ts';
import { updateTask } from './tasks/update.ts';
import { waitForTask } from './tasks/wait.ts';
import { wakeTask } from './tasks/wake.ts';
import { abandonUpload } from './uploads/abandon.ts';
import { appendUpload } from './uploads/append.ts';
import { beginUpload } from './uploads/begin.ts';
import { getUpload } from './uploads/get.ts';
import { listUploads } from './uploads/list.ts';
import { createValueIndex } from './value-indexes/create.ts';
import { deleteValueIndex } from './value-indexes/delete.ts';
import { listValueIndexes } from './value-indexes/list.ts';
import type { Verb } from './verb.ts';
import { createView, deleteView, updateView } from './views/change.ts';
import { countMatches } from './views/count.ts';
import { listViews } from './views/list.ts';
import { watch } from './watch/watch.ts';
import { listWorkers } from './workers/list.ts';
import { listQueues } from './workers/list-queues.ts';
import { getTimeline } from './workers/timeline.ts';

/** The verbs of all operations. A missing or superfluous one does not compile. */
export const verbs: { [Name in OperationName]: Verb<Name> } = {
  CreateTask: createTask,
  ListTasks: listTasks,
  CompareTasks: compareTasks,
  GetTaskDurations: getTaskDurations,
  GetTask: getTask,
  WaitForTask: waitForTask,
  UpdateTask: updateTask,
  DeleteTask: deleteTask,
  CancelTask: cancelTask,
  PauseTask: pauseTask,
  ResumeTask: resumeTask,
  WakeTask: wakeTask,
  RerunTask: rerunTask,
  ListTaskExternalEvents: listTaskExternalEvents,
  RaiseTaskEvent: raiseTaskEvent,
  ListEvents: listEvents,
  ListEventWaits: listEventWaits,
  ListTaskHistory: listTaskHistory,
  GetTaskHistory: getTaskHistory,
  FindComparableRun: findComparableRun,
  GetErrorFrames: getErrorFrames,
  ForkRun: forkRun,
  ListSteps: listSteps,
  GetStep: getStep,
  GetStepErrorFrames: getStepErrorFrames,
  ListLogs: listLogs,
  GetLogVolume: getLogVolume,
  ListLogsOfTasks: listLogsOfTasks,
  GetLogVolumeOfTasks: getLogVolumeOfTasks,
  WriteLogs: writeLogs,
  ListAlerts: listAlerts,
  CreateAlert: createAlert,
  PreviewAlert: previewAlert,
  GetAlert: getAlert,
  UpdateAlert: updateAlert,
  DeleteAlert: deleteAlert,
  TestAlert: testAlert,
  ListAlertDeliveries: listAlertDeliveries,
  PreviewBulkOperation: previewBulkOperation,
  CreateBulkOperation: createBulkOperation,
  ListBulkOperations: listBulkOperations,
  GetBulkOperation: getBulkOperation,
  ListBulkResults: listBulkResults,
  ListBulkCauses: listBulkCauses,
  PauseBulkOperation: pauseBulkOperation,
  ResumeBulkOperation: resumeBulkOperation,
  StopBulkOperation: stopBulkOperation,
  ListStores: listStores,
  GetStore: getStore,
  SetStorePolicy: setStorePolicy,
  ListState: listState,
  GetState: getState,
  SaveState: saveState,
  DeleteState: deleteState,
  SaveBulkState: saveBulkState,
  BulkTransaction: bulkTransaction,
  DeleteBulkState: deleteBulkState,
  GetBulkState: getBulkState,
  ListStateVersions: listStateVersions,
  GetStateVersion: getStateVersion,
  RestoreState: restoreState,
  UndoState: undoState,
  ListStateAccess: listStateAccess,
  GetBlob: getBlob,
  UploadBlob: uploadBlob,
  ListUploads: listUploads,
  BeginUpload: beginUpload,
  GetUpload: getUpload,
  AppendUpload: appendUpload,
  AbandonUpload: abandonUpload,
  ListLocks: listLocks,
  GetLock: getLock,
  AcquireLock: acquireLock,
  ReleaseLock: releaseLock,
  ListErrorGroups: listErrorGroups,
  GetErrorGroup: getErrorGroup,
  GetErrorRemedies: getErrorRemedies,
  UpdateErrorGroup: updateErrorGroup,
  MergeErrorGroups: mergeErrorGroups,
  ListViews: listViews,
  CreateView: createView,
  UpdateView: updateView,
  DeleteView: deleteView,
  CountMatches: countMatches,
  ListValueIndexes: listValueIndexes,
  CreateValueIndex: createValueIndex,
  DeleteValueIndex: deleteValueIndex,
  SharePresence: sharePresence,
  ListTaskTypes: listTaskTypes,
  GetTaskType: getTaskType,
  ListWorkers: listWorkers,
  ListQueues: listQueues,
  GetTimeline: getTimeline,
  GetStatistics: getStatistics,
  GetDeployment: getDeployment,
  GetRetention: getRetention,
  CreateReveal: createReveal,
  ListReveals: listReveals,
  GetRevealed: getRevealed,
  EndReveal: endReveal,
  CreateApproval: createApproval,
  ListApprovals: listApprovals,
  AnswerApproval: answerApproval,
  WithdrawApproval: withdrawApproval,
  GetLimits: getLimits,
  Watch: watch,
  ListAudit: listAudit,
  SignIn: signIn,
  SignInWithProvider: signInWithProvider,
  AcceptInvitation: acceptInvitation,
  RefreshSignIn: refreshSignIn,
  SignOut: signOut,
  GetIdentity: getIdentity,
  ChangePassword: changePassword,
  ListPasskeys: listPasskeys,
  BeginPasskey: beginPasskey,
  AddPasskey: addPasskey,
  UpdatePasskey: updatePasskey,
  DeletePasskey: deletePasskey,
  CreateRecoveryCodes: createRecoveryCodes,
  BeginPasskeyProof: beginPasskeyProof,
  BeginPasskeySignIn: beginPasskeySignIn,
  SignInWithPasskey: signInWithPasskey,
  DeletePasskeysOf: deletePasskeysOf,
  GetProof: getProof,
  ProveIdentity: proveIdentity,
  ListSessions: listSessions,
  EndSession: endSession,
  EndSessions: endSessions,
  ListOperators: listOperators,
  CreateOperator: createOperator,
  UpdateOperator: updateOperator,
  InviteOperator: inviteOperator,
  RevokeInvitation: revokeInvitation,
  DeleteOperator: deleteOperator,
  ListApiKeys: listApiKeys,
  CreateApiKey: createApiKey,
  RotateApiKey: rotateApiKey,
  DeleteApiKey: deleteApiKey,
  ListSecrets: listSecrets,
  SetSecret: setSecret,
  ListNamespaces: listNamespaces,
  ListQuotas: listQuotas,
  SetQuota: setQuota,
  DeleteSecret: deleteSecret,
};
