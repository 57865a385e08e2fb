import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readErrors } from '@/lib/dashboard/error/read-errors.ts';

export const GET = readRoute(({ client, searchParams, signal }) => readErrors(client, searchParams, signal));
