import { StepsOperations } from './steps-operations.ts';
import { withSyncForms } from './sync/with-sync-forms.ts';

/** The steps of runs. Created by `TaskClient.getStepsClient()`. */
export class StepsClient extends withSyncForms(StepsOperations, 'steps') {}
