export { type AlertMessage, alertQueue, type SendAlert } from './alert-message.ts';
export { createAlert, deleteAlert, updateAlert } from './change-alerts.ts';
export { alertDefinition } from './deliver.ts';
