import type { Verb } from '../verb.ts';

export const listAlerts: Verb<'ListAlerts'> = ({ engine }, { query, caller }) =>
  engine.listAlerts(query, caller.bounds);

export const getAlert: Verb<'GetAlert'> = ({ engine }, { params, caller }) => engine.getAlert(params.id, caller.bounds);

export const listAlertDeliveries: Verb<'ListAlertDeliveries'> = ({ engine }, { params, query, caller }) =>
  engine.listAlertDeliveries(params.id, query, caller.bounds);
