import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readEventWaits } from '@/lib/dashboard/event/read-events.ts';

export const GET = readRoute((call) => readEventWaits(call, call.searchParams));
