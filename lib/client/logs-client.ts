import { LogsOperations } from './logs-operations.ts';
import { withSyncForms } from './sync/with-sync-forms.ts';

/** The logs of runs. Created by `TaskClient.getLogsClient()`. */
export class LogsClient extends withSyncForms(LogsOperations, 'logs') {}
