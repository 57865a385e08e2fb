import { readRoute } from '@/lib/dashboard/read-route.ts';
import { requiredParam } from '../../../(dashboard)/state/read-state.ts';

/** One store with its policy: `?store=`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  client.getStateClient().getStoreAsync(requiredParam(searchParams, 'store'), { abortSignal: signal }),
);
