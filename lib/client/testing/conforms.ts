import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isRequestFailedError, TaskClient } from '../index.ts';
import { limitsOwners, revealsHiddenValues } from './conforms-access.ts';
import { carriesBlobs, downloadsTheBlobOfAnEntry, keepsEntries } from './conforms-state.ts';
import { endsInTime } from './conforms-time.ts';
import { type Forms, type InForm, operationNames } from './forms.ts';
import { refusesWrongArguments } from './wrong-arguments.ts';

/** A service with a worker for the tasks `test.echo` and `test.greet`, and a client of its first operator. */
export type ConformanceService = {
  client: TaskClient;
  email: string;
  password: string;
  /** A folder for what the suite writes. */
  folder: string;
};

/** Drives every operation of the clients in one form against a service; `form` keeps what two of them write apart. */
export function conforms(form: string, inForm: InForm, serviceOf: () => ConformanceService): void {
  const driven = new Set<string>();
  let forms: Forms;
  let service: ConformanceService;
  beforeAll(() => {
    service = serviceOf();
    forms = inForm(service.client, driven);
  });
  const first = async <Item>(list: AsyncIterableIterator<Item>) => (await list.next()).value;

  test('signs in, and manages operators, keys and secrets', async () => {
    const { tasks } = forms;
    const { email, password } = service;
    const session = await tasks.signInAsync({ email, password });
    const next = await tasks.refreshSignInAsync(session.refreshToken);
    await expect(tasks.signInWithProviderAsync({ provider: 'unknown', idToken: 'x.y.z' })).rejects.toMatchObject({
      statusCode: 401,
    });
    const { operator: self } = session;
    const [open] = await Array.fromAsync(tasks.listSessionsAsync({ operatorId: self.id }));
    expect(open).toMatchObject({ operator: { id: self.id, email } });
    await tasks.endSessionAsync(crypto.randomUUID());
    expect(await tasks.signOutAsync(next.refreshToken)).toBeUndefined();
    expect(await tasks.getIdentityAsync()).toMatchObject({ kind: 'operator' });
    expect(await tasks.getProofAsync()).toMatchObject({ isNeeded: false, methods: ['password'] });
    expect(await tasks.proveIdentityAsync({ password })).toMatchObject({ isNeeded: false });
    expect(await Array.fromAsync(tasks.listPasskeysAsync())).toEqual([]);
    const noPasskeys = { code: 'PasskeysUnavailable' }; // the service has no dashboard
    const use = { id: 'AQ', rawId: 'AQ', type: 'public-key' as const };
    const response = { clientDataJSON: 'AQ', attestationObject: 'AQ', authenticatorData: 'AQ' };
    const { attestationObject: _, ...ofUse } = { ...response, signature: 'AQ' };
    await expect(tasks.beginPasskeyAsync()).rejects.toMatchObject(noPasskeys);
    await expect(tasks.addPasskeyAsync({ name: 'A', credential: { ...use, response } })).rejects.toMatchObject(
      noPasskeys,
    );
    await expect(tasks.beginPasskeyProofAsync()).rejects.toMatchObject(noPasskeys);
    await expect(tasks.beginPasskeySignInAsync()).rejects.toMatchObject(noPasskeys);
    await expect(tasks.signInWithPasskeyAsync({ credential: { ...use, response: ofUse } })).rejects.toMatchObject(
      noPasskeys,
    );
    await expect(tasks.updatePasskeyAsync(crypto.randomUUID(), { name: 'B' })).rejects.toMatchObject({
      code: 'PasskeyNotFound',
    });
    expect(await tasks.deletePasskeyAsync(crypto.randomUUID())).toBeUndefined();
    expect((await tasks.createRecoveryCodesAsync()).codes).toHaveLength(10);
    const change = { currentPassword: 'not this one', newPassword: 'quite long enough' };
    await expect(tasks.changePasswordAsync(change)).rejects.toMatchObject({ code: 'InvalidCredentials' });
    const operator = await tasks.createOperatorAsync({
      email: `${form}@example.com`,
      name: 'Ada',
      password: 'quite long enough',
      scopes: [],
    });
    expect(await tasks.updateOperatorAsync(operator.id, { name: 'Grace' })).toMatchObject({ name: 'Grace' });
    expect(await Array.fromAsync(tasks.listOperatorsAsync())).toContainEqual(
      expect.objectContaining({ id: operator.id, name: 'Grace' }),
    );
    const { token } = await tasks.inviteOperatorAsync(operator.id, { expiresInHours: 1 });
    await tasks.revokeInvitationAsync(operator.id);
    await expect(
      tasks.acceptInvitationAsync({ token, password: 'quite another one' }),
      'a revoked one',
    ).rejects.toMatchObject({ statusCode: 401 });
    await tasks.endSessionsAsync({ operatorId: operator.id });
    expect(await tasks.deletePasskeysOfAsync(operator.id)).toBeUndefined();
    await tasks.deleteOperatorAsync(operator.id);
    const key = await tasks.createApiKeyAsync({ name: form, scopes: ['Data/Taskdeck.Orchestration/tasks/read'] });
    expect((await Array.fromAsync(tasks.listApiKeysAsync())).map(({ id }) => id)).toContain(key.id);
    const successor = await tasks.rotateApiKeyAsync(key.id, { overlapInHours: 1 });
    expect(successor).toMatchObject({ name: form, scopes: key.scopes, owner: key.owner });
    await tasks.deleteApiKeyAsync(successor.id);
    await tasks.deleteApiKeyAsync(key.id);
    await tasks.setSecretAsync('TOKEN', 'hidden');
    expect(await first(tasks.listSecretsAsync())).toMatchObject({ name: 'TOKEN' });
    await tasks.deleteSecretAsync('TOKEN');
    expect(await first(tasks.listAuditAsync({ operation: 'DeleteSecret' }))).toMatchObject({ outcome: 'succeeded' });
  });

  test('creates tasks and waits for them, with every digit', async () => {
    const { tasks } = forms;
    const input = { id: 9007199254740993n };
    const config = { type: 'test.echo', input };
    expect(await tasks.createTaskAndWaitForResultAsync(config)).toMatchObject({ status: 'succeeded', output: input });
    const schema = z.object({ id: z.bigint() });
    const typed: typeof input = await tasks.createTaskAndWaitForResultAsAsync(config, { serializer: { schema } });
    expect(typed).toEqual(input);
    const operation = await tasks.createTaskAndWaitAsync(config);
    expect(await operation.waitForCompletion()).toMatchObject({ id: operation.id, output: input });
    expect(await operation.updateStatus()).toMatchObject({ status: 'succeeded' });
    const again = await tasks.rehydrateCreateTaskAndWaitAsync(operation.toString());
    expect([again.hasCompleted, again.value.output]).toEqual([true, input]);
  });

  test('works on tasks, their runs, events, steps and logs', async () => {
    const { tasks, steps, logs } = forms;
    const { id } = await tasks.createTaskAsync({ type: 'test.greet', tags: { form } });
    await expect.poll(async () => (await tasks.getTaskAsync(id)).waitingFor?.eventName).toBe('name');
    expect(await first(tasks.listEventWaitsAsync({ taskId: id }))).toMatchObject({ eventName: 'name' });
    expect(await tasks.pauseTaskAsync(id, { reason: 'a look', runCount: 1 })).toMatchObject({ status: 'paused' });
    await expect(tasks.resumeTaskAsync(id, { runCount: 2 })).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect((await tasks.resumeTaskAsync(id)).status).not.toBe('paused');
    const startOn = new Date(Date.now() + 3_600_000).toISOString();
    const later = await tasks.createTaskAsync({ type: 'test.greet', startOn });
    const given = { inputFor: 'currentRun', replaceInput: true } as const;
    const changed = await tasks.updateTaskAsync(later.id, { input: { note: null } }, given);
    expect(changed.input).toEqual({ note: null });
    expect((await tasks.wakeTaskAsync(later.id, { until: startOn })).status).not.toBe('scheduled');
    expect(await tasks.updateTaskAsync(id, { name: 'renamed' })).toMatchObject({ name: 'renamed' });
    await tasks.raiseTaskEventAsync(id, 'name', { value: 'Ada' });
    expect(await tasks.getTaskAsync(id, { waitInMs: 30_000 })).toMatchObject({ output: 'hello Ada' });
    expect(await first(tasks.listTaskExternalEventsAsync(id))).toMatchObject({ name: 'name' });
    expect(await first(tasks.listEventsAsync())).toMatchObject({ name: 'name' });
    await tasks.rerunTaskAsync(id);
    expect(await tasks.cancelTaskAsync(id)).toMatchObject({ status: 'cancelled', runCount: 2 });
    const bulk = { action: { kind: 'pause' as const }, selection: { ids: [id] } };
    expect(await tasks.previewBulkOperationAsync(bulk)).toMatchObject({ total: 1, refused: [{ count: 1 }] });
    const operation = await tasks.createBulkOperationAsync({ ...bulk, delayInMs: 600_000 });
    expect(await tasks.getBulkOperationAsync(operation.id)).toEqual(operation);
    expect(await first(tasks.listBulkOperationsAsync({ isActive: true }))).toMatchObject({ id: operation.id });
    expect(await tasks.pauseBulkOperationAsync(operation.id)).toMatchObject({ status: 'paused' });
    expect(await tasks.resumeBulkOperationAsync(operation.id)).toMatchObject({ status: 'scheduled' });
    expect(await tasks.stopBulkOperationAsync(operation.id, { reason: 'enough' })).toMatchObject({ status: 'stopped' });
    expect(await first(tasks.listBulkResultsAsync(operation.id))).toMatchObject({ taskId: id, status: 'pending' });
    expect(await first(tasks.listBulkCausesAsync(operation.id))).toBeUndefined();
    await tasks.forkRunAsync(id, 1, { fromSequence: 0 });
    await tasks.cancelTaskAsync(id);
    const runs = await Array.fromAsync(tasks.listTaskHistoryAsync(id), ({ runCount }) => runCount);
    expect(runs).toEqual([3, 2, 1]);
    expect(await tasks.getTaskHistoryAsync(id, 1n)).toMatchObject({ status: 'succeeded' });
    expect(await tasks.findComparableRunAsync(id, 3)).toEqual({ run: { taskId: id, runCount: 1 }, basis: 'task' });
    expect(await tasks.getErrorFramesAsync(id, 1)).toEqual({ frames: [], hasHiddenSource: false });
    expect(await first(steps.listStepsAsync(id, 1))).toMatchObject({ sequence: 0 });
    expect(await steps.getStepAsync(id, 1, 0)).toMatchObject({ kind: 'event' });
    expect(await steps.getStepErrorFramesAsync(id, 1, 0, { attempt: 1 })).toMatchObject({ frames: [] });
    await logs.writeLogsAsync(id, 1, [{ level: 'info', message: 'from outside' }]);
    expect(await first(logs.listLogsAsync(id, 1, { level: ['info'] }))).toMatchObject({ message: 'from outside' });
    expect((await logs.getLogVolumeAsync(id, 1, { search: 'outside' })).intervals).toMatchObject([{ matching: 1 }]);
    expect(await first(logs.listLogsOfTasksAsync({ taskId: [id], search: 'FROM' }))).toMatchObject({ taskId: id });
    expect((await logs.getLogVolumeOfTasksAsync({ taskId: [id], intervals: 2 })).intervals).toHaveLength(2);
    expect(await Array.fromAsync(logs.followLogsAsync(id, 1), ({ message }) => message)).toContain('from outside');
    expect(await first(tasks.listTasksAsync({ tag: [`form=${form}`] }))).toMatchObject({ id });
    expect(await tasks.deleteTaskAsync(id, { force: true })).toBeUndefined();
  });

  test('acquires, renews and releases locks', async () => {
    const { locks } = forms;
    const { fencingToken } = await locks.acquireLockAsync(form, { owner: 'me' });
    expect(await locks.renewLockAsync(form, fencingToken)).toMatchObject({ name: form, owner: 'me' });
    expect(await locks.getLockAsync(form)).toMatchObject({ fencingToken });
    expect(await first(locks.listLocksAsync({ search: form }))).toMatchObject({ name: form });
    await expect(locks.acquireLockAsync(form)).rejects.toMatchObject({ code: 'LockHeld' });
    expect(await locks.releaseLockAsync(form, fencingToken)).toBeUndefined();
    await locks.acquireLockAsync(form);
    await locks.breakLockAsync(form);
    await expect(locks.getLockAsync(form)).rejects.toMatchObject({ code: 'LockNotFound' });
  });

  test('tells about the fleet, and what changes', async () => {
    const { tasks } = forms;
    expect(await tasks.getTaskTypeAsync('test.echo')).toMatchObject({ type: 'test.echo' });
    expect(await Array.fromAsync(tasks.listTaskTypesAsync(), ({ type }) => type)).toContain('test.greet');
    expect(await first(tasks.listWorkersAsync())).toMatchObject({ status: 'live' });
    expect(await first(tasks.listQueuesAsync())).toHaveProperty('name');
    expect(await tasks.getStatisticsAsync({ windowInMs: 60_000 })).toHaveProperty('workers');
    expect(await tasks.getLimitsAsync()).toMatchObject({ pageSize: 1_000 });
    expect(await tasks.getDeploymentAsync()).toMatchObject({ services: [{ isLive: true }] });
    expect(await tasks.getRetentionAsync()).toHaveProperty('value');
    for await (const message of tasks.watchAsync()) {
      expect(message).toEqual({ kind: 'ready' });
      break;
    }
  });

  test('keeps views, and counts what matches', async () => {
    const { tasks } = forms;
    const { id, etag } = await tasks.createViewAsync({ list: 'tasks', name: `of ${form}`, filter: 'status:failed' });
    expect(await tasks.updateViewAsync(id, { isShared: true }, { ifMatch: etag })).toMatchObject({ isShared: true });
    await expect(tasks.updateViewAsync(id, { name: 'x' }, { ifMatch: etag })).rejects.toMatchObject({
      statusCode: 412,
    });
    expect(await Array.fromAsync(tasks.listViewsAsync(), (view) => view.id)).toContain(id);
    const wanted = await tasks.createValueIndexAsync({ path: '/input/total' });
    expect((await first(tasks.listValueIndexesAsync())).id).toBe(wanted.id);
    await tasks.deleteValueIndexAsync(wanted.id);
    expect(await tasks.countMatchesAsync([{ list: 'tasks', query: 'type=none' }])).toEqual([
      { count: 0, hasMore: false },
    ]);
    expect(await tasks.sharePresenceAsync({ kind: 'errorGroup', id: 'none' })).toEqual({ others: [] });
    await tasks.deleteViewAsync(id);
    expect(await Array.fromAsync(tasks.listViewsAsync(), (view) => view.id)).not.toContain(id);
  });

  test('keeps alerts, and tries them', async () => {
    const { tasks } = forms;
    expect(await tasks.previewAlertAsync({ kind: 'workerLost', worker: 'none' })).toEqual({
      ...{ period: 'now', findings: [], isPartial: false },
    });
    const { id } = await tasks.createAlertAsync({
      name: `of ${form}`,
      condition: { kind: 'failure', type: 'conformance.*' },
      channels: [{ kind: 'slack', url: 'https://hooks.example/secret' }],
      isEnabled: false,
    });
    expect(await tasks.updateAlertAsync(id, { repeatAfterInMs: 60_000 })).toMatchObject({ repeatAfterInMs: 60_000 });
    expect(await tasks.testAlertAsync(id)).toMatchObject({ kind: 'test' });
    expect(await first(tasks.listAlertDeliveriesAsync(id))).toMatchObject({ kind: 'test', channelKind: 'slack' });
    expect(await tasks.getAlertAsync(id)).toMatchObject({ channels: [{ host: 'hooks.example' }] });
    expect(await Array.fromAsync(tasks.listAlertsAsync(), (alert) => alert.id)).toContain(id);
    await tasks.deleteAlertAsync(id);
    await expect(tasks.getAlertAsync(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('names who has isolated stores, and limits owners', () => limitsOwners(forms));
  test('reveals hidden values', () => revealsHiddenValues(forms, form));

  test('groups failures by cause, and keeps what was decided', async () => {
    const { tasks } = forms;
    const { id: taskId } = await tasks.createTaskAsync({ type: 'test.greet', timeoutInMs: 1 });
    const { error } = await tasks.getTaskAsync(taskId, { waitInMs: 30_000 });
    const id = error?.fingerprint ?? '';
    const groups = () => Array.fromAsync(tasks.listErrorGroupsAsync(), (group) => group.id);
    await expect.poll(groups).toContain(id);
    await tasks.updateErrorGroupAsync(id, { owner: form, status: 'resolved' });
    expect(await first(tasks.listErrorGroupsAsync({ owner: form }))).toMatchObject({ id, status: 'resolved' });
    expect(await tasks.getErrorRemediesAsync(id)).toEqual({ remedies: [] });
    await tasks.mergeErrorGroupsAsync(id, [id]);
    expect(await tasks.getErrorGroupAsync(id, { windowInMs: 3_600_000 })).toMatchObject({ fingerprints: [id] });
    expect(await Array.fromAsync(tasks.listTasksAsync({ group: id }), (task) => task.id)).toContain(taskId);
  });

  test('compares the tasks of a filter with those that succeeded', async () => {
    const { tasks } = forms;
    const { matching, fields } = await tasks.compareTasksAsync({ type: ['test.echo'], status: ['cancelled'] });
    expect([matching.isSampled, fields]).toEqual([false, []]);
  });

  test('reads when runs ran', async () => {
    const time = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T02:00:00.000Z' };
    const timeline = await forms.tasks.getTimelineAsync({ ...time, by: 'queue' });
    expect(timeline).toEqual({ ...time, intervalInMs: 60_000, isPartial: false, lanes: [], runs: [] });
  });

  test('counts tasks by their end and duration', async () => {
    const day = { endedAfter: '2026-01-01T00:00:00.000Z', endedBefore: '2026-01-02T00:00:00.000Z' };
    const expected = { from: day.endedAfter, to: day.endedBefore, intervalInMs: 1_800_000, cells: [] };
    expect(await forms.tasks.getTaskDurationsAsync({ ...day, measure: 'queueWait' })).toMatchObject(expected);
  });

  test('works on entries, one and many, and on their past', () => keepsEntries(forms, form));
  test('carries blobs', () => carriesBlobs(forms, form, service.folder));
  test('downloads the blob that the given entry had', () => downloadsTheBlobOfAnEntry(forms, form));
  test('ends a call that waits at its time limit', () => endsInTime(forms, form));

  test('fails with one error, the same in both forms', async () => {
    const { tasks, state } = forms;
    const failed = await tasks.getTaskAsync('nobody').catch((error: unknown) => error);
    expect(isRequestFailedError(failed)).toBe(true);
    expect(failed).toMatchObject({
      code: 'TaskNotFound',
      statusCode: 404,
      operation: 'GetTask',
      requestId: expect.any(String),
    });
    const { etag } = await state.saveStateAsync(`failures-${form}`, { id: 'a', value: 1 });
    await expect(state.saveStateAsync(`failures-${form}`, { id: 'a', value: 2, ifMatch: '"0"' })).rejects.toMatchObject(
      { code: 'PreconditionFailed', currentEtag: etag },
    );
    await expect(
      state.saveStateAsync(`failures-${form}`, { id: 'a', value: 2 }, { ifMatch: '"0"' }),
    ).rejects.toMatchObject({ code: 'PreconditionFailed' });
    await expect(
      state.saveStateAsync(`failures-${form}`, { id: 'a', value: 2 }, { ifNoneMatch: '*' }),
    ).rejects.toMatchObject({ code: 'StateAlreadyExists' });
    await expect(tasks.getTaskAsync('a/b')).rejects.toThrow(RangeError);
    await expect(state.getStateAsync('nowhere')).rejects.toThrow(TypeError);
    await refusesWrongArguments(forms);
    await expect(tasks.getTaskAsync('t', { abortSignal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const missing = join(service.folder, 'none');
    await expect(state.uploadBlobAsync(`failures-${form}/a`, missing)).rejects.toMatchObject({ code: 'ENOENT' });
    const away = inForm(new TaskClient('http://127.0.0.1:1', { key: 'k' }, { retry: { maximumRetries: 0 } }), driven);
    const unreachable = await away.tasks.getIdentityAsync().catch((error: unknown) => error);
    expect(unreachable).toMatchObject({ code: 'ConnectionFailed', cause: expect.any(Error) });
  });

  test('has been driven through every operation', () => {
    expect([...operationNames].filter((name) => !driven.has(name))).toEqual([]);
  });
}
