import type { NextRequest } from 'next/server';
import { openWatch } from '@/lib/dashboard/access/watch-route.ts';

export const dynamic = 'force-dynamic';

export function GET(request: NextRequest): Promise<Response> {
  return openWatch(request);
}
