import { partLoader } from '@/components/shell/part-loader.ts';
import { keepNotBegun } from './not-begun.ts';
import { createTransferStore } from './transfer-store.ts';
import { holdUploads } from './uploads-elsewhere.ts';

const loadUploads = partLoader(() => Promise.all([import('./upload-job.ts'), import('./upload-host.ts')]));

/** The uploads of this page since it was loaded. They survive navigation. */
export const transferStore = createTransferStore(async () => {
  const [{ createUploadJob }, { browserUploadHost }] = await loadUploads();
  return (plan, tell) => createUploadJob(browserUploadHost, plan, tell);
});

keepNotBegun(transferStore);
holdUploads(transferStore, globalThis.navigator?.locks);
