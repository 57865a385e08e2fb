import { serviceHealth } from '@/lib/dashboard/live/service-health.ts';

export const dynamic = 'force-dynamic';

/** The dashboard answers; `service` tells whether the service behind it does. */
export async function GET(): Promise<Response> {
  return Response.json({ status: 'ok', service: await serviceHealth() }, { headers: { 'cache-control': 'no-store' } });
}
