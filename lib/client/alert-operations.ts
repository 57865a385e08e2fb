import type { Alert, AlertDelivery, AlertInput, AlertNotice, AlertPreview, AlertUpdateInput } from '#contract';
import { BulkOperations } from './bulk-operations.ts';
import type {
  ConditionalOptions,
  ConditionalPostOptions,
  OperationOptions,
  PostOptions,
  QueryOptions,
} from './options.ts';
import type { Pageable } from './pageable.ts';

/** The operations on alerts: what is told, and to whom. */
export class AlertOperations extends BulkOperations {
  /** Lists alerts, newest first. */
  listAlertsAsync(options: QueryOptions<'ListAlerts'> = {}): Pageable<Alert> {
    return this.connection.list('ListAlerts', {}, options);
  }

  /** Creates an alert. URLs and keys of its channels are in no answer. */
  createAlertAsync(input: AlertInput, options: PostOptions = {}): Promise<Alert> {
    return this.connection.send('CreateAlert', { body: input }, options);
  }

  /** Returns what an alert with a condition would tell of. */
  previewAlertAsync(condition: AlertInput['condition'], options: OperationOptions = {}): Promise<AlertPreview> {
    return this.connection.send('PreviewAlert', { body: { condition } }, options);
  }

  /** Returns an alert. */
  getAlertAsync(id: string, options: OperationOptions = {}): Promise<Alert> {
    return this.connection.send('GetAlert', { params: { id } }, options);
  }

  /** Changes, mutes, enables or disables an alert. Omitted fields are kept. */
  updateAlertAsync(id: string, input: AlertUpdateInput, options: ConditionalPostOptions = {}): Promise<Alert> {
    const { ifMatch } = options;
    return this.connection.send('UpdateAlert', { params: { id }, body: input, ifMatch }, options);
  }

  /** Deletes an alert with its history. Succeeds when there is none. */
  deleteAlertAsync(id: string, options: ConditionalOptions = {}): Promise<void> {
    const { ifMatch } = options;
    return this.connection.send('DeleteAlert', { params: { id }, ifMatch }, options);
  }

  /** Sends a test notice to all channels of an alert. */
  testAlertAsync(id: string, options: PostOptions = {}): Promise<AlertNotice> {
    return this.connection.send('TestAlert', { params: { id } }, options);
  }

  /** Lists deliveries of an alert with their attempts, newest first. */
  listAlertDeliveriesAsync(id: string, options: QueryOptions<'ListAlertDeliveries'> = {}): Pageable<AlertDelivery> {
    return this.connection.list('ListAlertDeliveries', { id }, options);
  }
}
