import type { Verb } from '../verb.ts';

export const listAlerts: Verb<'ListAlerts'> = ({ engine }, { query }) => engine.listAlerts(query);

export const getAlert: Verb<'GetAlert'> = ({ engine }, { params }) => engine.getAlert(params.id);

export const listAlertDeliveries: Verb<'ListAlertDeliveries'> = ({ engine }, { params, query }) =>
  engine.listAlertDeliveries(params.id, query);
