import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { errorGroupKind } from '@/lib/dashboard/copy/error-group-kind.ts';
import { downloadCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** A copy of an error group as one file that opens anywhere. */
export const GET = downloadRoute(downloadCopy(errorGroupKind));
