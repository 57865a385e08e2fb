import { answerWatch } from '@/lib/dashboard/access/answer-watch.ts';
import { dashboardGate } from '@/lib/dashboard/access/this-dashboard.ts';
import { thisBuild } from '@/lib/dashboard/shell/this-build.ts';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Promise<Response> {
  return answerWatch(dashboardGate(), request, thisBuild());
}
