import type { ResumableUpload } from '#contract';
import { pageOperatorHeader } from '../access/page-operator.ts';
import { operatorOfTab } from '../access/session-end.ts';
import { browserClock } from '../live/clock.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readFile } from './hash-file.ts';
import type { UploadHost } from './upload-job.ts';

/** What an upload needs, as the browser has it. */
export const browserUploadHost: UploadHost = {
  endpoint: '/api/uploads',
  get operator() {
    return operatorOfTab() ?? '';
  },
  headers: pageOperatorHeader,
  read: readFile,
  async readResult(url) {
    const { result } = await fetchJson<ResumableUpload>(new URL(url, window.location.href).pathname);
    return result;
  },
  ...browserClock,
  whenOnline(call) {
    window.addEventListener('online', call, { once: true });
    return () => window.removeEventListener('online', call);
  },
};
