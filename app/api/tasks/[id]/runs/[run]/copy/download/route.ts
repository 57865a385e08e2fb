import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { runKind } from '@/lib/dashboard/copy/run-kind.ts';
import { downloadCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** A copy of a run as one file that opens anywhere. */
export const GET = downloadRoute(downloadCopy(runKind));
