import { afterAll, beforeAll, describe, vi } from 'vitest';
import { TaskClient } from './index.ts';
import { type ConformanceService, conforms } from './testing/conforms.ts';
import { asynchronous, synchronous } from './testing/forms.ts';
import { type SeparateService, startSeparateService } from './testing/separate-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

let service: SeparateService;
let given: ConformanceService;
beforeAll(async () => {
  service = await startSeparateService();
  const { accessToken, email, password, folder } = service;
  given = { client: new TaskClient(service.url, { accessToken }), email, password, folder };
});
afterAll(() => service[Symbol.asyncDispose]());

describe.each([
  ['asynchronous', asynchronous],
  ['synchronous', synchronous],
] as const)('over HTTP, in its %s form', (form, inForm) => {
  conforms(form, inForm, () => given);
});
