import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readEvents } from '@/lib/dashboard/event/read-events.ts';

export const GET = readRoute((call) => readEvents(call, call.searchParams));
