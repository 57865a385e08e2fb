export { downloadBlob as default } from '@/lib/dashboard/blob/blob-download.ts';

/** Node's own streams: nothing is parsed, and no size is too large. */
export const config = { api: { bodyParser: false, responseLimit: false, externalResolver: true } };
