import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fullScope, type Scope } from '#contract';
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

  test('whoever may create tasks and nothing else can wait for what it created, and sees what its scopes show', async () => {
    const keyOf = async (...allowed: Scope[]) => {
      const { key } = await given.client.createApiKeyAsync({ name: form, scopes: allowed.map(fullScope) });
      return inForm(new TaskClient(service.url, { key }), new Set()).tasks;
    };
    await given.client.setSecretAsync('WAITED', 'its value');
    const config = {
      type: 'test.echo',
      input: { pin: 7, key: { $secret: 'WAITED' } },
      sensitive: ['/input/pin', '/output/pin', '/output/key'],
    };
    const blind = { pin: { $redacted: true }, key: { $secret: 'WAITED' } };
    const creator = await keyOf('tasks/create', 'secrets/use');
    expect(await creator.createTaskAndWaitForResultAsync(config)).toMatchObject({ status: 'succeeded', input: blind });
    expect(await creator.createTaskAndWaitForResultAsAsync({ type: 'test.echo', input: -0 })).toBe(-0);
    await expect(creator.getTaskAsync('any')).rejects.toMatchObject({ code: 'InsufficientScope' });

    const seeing = await keyOf('tasks/create', 'sensitive/read', 'secrets/read', 'secrets/use');
    const operation = await seeing.createTaskAndWaitAsync(config);
    expect((await operation.waitForCompletion()).input).toEqual({ pin: 7, key: 'its value' });
    const again = await seeing.rehydrateCreateTaskAndWaitAsync(operation.toString());
    expect(again.value.input).toEqual({ pin: 7, key: 'its value' });

    await expect(creator.rehydrateCreateTaskAndWaitAsync(operation.toString())).rejects.toMatchObject({
      code: 'InsufficientScope',
    });
    const reader = await keyOf('tasks/read');
    const read = await reader.rehydrateCreateTaskAndWaitAsync(operation.toString());
    expect(read.value.input).toEqual(blind);
  });
});
