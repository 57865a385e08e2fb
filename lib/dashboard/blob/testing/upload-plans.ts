import type { UploadPlan } from '../upload-plan.ts';

/** The 20 bytes that a planned upload sends. */
export const content = Buffer.from('0123456789abcdefghij');

/** A file of always the same date. */
export const fileOf = (bytes: Buffer, name = 'a.txt') => new File([new Uint8Array(bytes)], name, { lastModified: 1 });

/** The upload of these bytes to the entry `a` of the store `shop`. */
export const planOf = (by: Partial<UploadPlan> = {}): UploadPlan => ({
  storeName: 'shop',
  id: 'a',
  file: fileOf(content),
  ...by,
});
