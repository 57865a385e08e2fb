import { createTransferStore } from './transfer-store.ts';

/** The uploads of this page since it was loaded. They survive navigation. */
export const transferStore = createTransferStore(async () => {
  const [{ createUploadJob }, { browserUploadHost }] = await Promise.all([
    import('./upload-job.ts'),
    import('./upload-host.ts'),
  ]);
  return (plan, tell) => createUploadJob(browserUploadHost, plan, tell);
});
