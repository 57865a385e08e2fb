import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { runKind } from '@/lib/dashboard/copy/run-kind.ts';
import { previewCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** What a copy of a run holds. */
export const GET = readRoute(previewCopy(runKind));
