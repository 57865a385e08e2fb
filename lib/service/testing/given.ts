import type { TestRequest } from './test-service.ts';

/** The parts of a request beside its method and path. */
export type Given = { params?: Record<string, string>; query?: string; request?: TestRequest };
/** The request with the parameters of its path. */
export const onTask = (id: string, more: Given = {}): Given => ({ ...more, params: { id, ...more.params } });
export const onRun = (id: string, more: Given = {}): Given =>
  onTask(id, { ...more, params: { runCount: '1', ...more.params } });
export const onStore = (more: Given = {}): Given => ({ ...more, params: { storeName: 'store', ...more.params } });
export const onEntry = (id: string, more: Given = {}): Given => onStore({ ...more, params: { id, ...more.params } });
export const tusHeaders = (input: object, length: number) => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(length),
  'upload-metadata': `filename YQ==,input ${Buffer.from(JSON.stringify(input)).toString('base64')}`,
});
export const sending = (body: unknown): Given => ({ request: { body } });
