import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readLocks } from '@/lib/dashboard/lock/read-locks.ts';

export const GET = readRoute((call) => readLocks(call, call.searchParams));
