import 'server-only';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import type { Alert, AlertDelivery } from '#contract';
import { readPage } from '../list/page.ts';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';

/** An alert with its newest deliveries. */
export type ShownAlert = { alert: Alert; deliveries: AlertDelivery[]; hasMore: boolean };

const mostShown = 500;

/** All alerts: their limit is below a page. */
export async function readAlerts(client: TaskClient, abortSignal?: AbortSignal): Promise<Alert[]> {
  return (await readPage(client.listAlertsAsync({ abortSignal }), { maxPageSize: mostShown })).value;
}

export async function readAlert(client: TaskClient, id: string, abortSignal?: AbortSignal): Promise<ShownAlert> {
  const [alert, { value: deliveries, continuationToken }] = await Promise.all([
    client.getAlertAsync(id, { abortSignal }),
    readPage(client.listAlertDeliveriesAsync(id, { abortSignal }), { maxPageSize: mostShown }),
  ]);
  return { alert, deliveries, hasMore: continuationToken !== undefined };
}

/** Reads an alert for its page. Leads to the not-found page where there is none. */
export async function openAlert(client: TaskClient, id: string): Promise<ShownAlert> {
  try {
    return await readAlert(client, id);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'AlertNotFound' || problem.code === 'InvalidRequest') notFound();
    throw new PageFailure(problem);
  }
}
