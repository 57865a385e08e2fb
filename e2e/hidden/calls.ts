import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { TaskClient } from '#client';
import { fullScope, stringifyJson } from '#contract';
import { emptyForm } from '../../components/task/new/new-task-form.ts';
import { inProject } from '../../lib/launch/project.mjs';
import type { Person } from '../people.ts';
import type { Planted } from './plant.ts';

const manifest = z.object({
  node: z.record(z.string(), z.object({ workers: z.record(z.string(), z.unknown()), exportedName: z.string() })),
});

/** The server actions of the built dashboard by name: id, and a page that has it, as its folder in `app`. */
export function builtActions(): Map<string, { id: string; page: string }> {
  const text = readFileSync(inProject('.next/server/server-reference-manifest.json'), 'utf8');
  return new Map(
    Object.entries(manifest.parse(JSON.parse(text)).node).map(([id, { workers, exportedName }]) => {
      const [file = ''] = Object.keys(workers);
      return [exportedName, { id, page: file.replace(/^app|\/\([\w-]+\)|\/page$/g, '') || '/' }];
    }),
  );
}

/**
 * Calls every server action once, in an order in which each but two can succeed, and most of them on what holds planted texts.
 * `own` is a client of the caller, `perform` sends one call. Left out are 'loadSampleTasks' and 'loadSampleState', which
 * would add the samples to the data of other journeys and return a number.
 */
export async function callActions(
  { client, own, person, planted }: { client: TaskClient; own: TaskClient; person: Person; planted: Planted },
  perform: (name: string, input: unknown) => Promise<void>,
): Promise<void> {
  const { run, storeName, done, waiting, failed, operation, group, alert, isolated, owner } = planted;
  const state = client.getStateClient();
  const locks = client.getLocksClient();
  const idempotencyKey = () => crypto.randomUUID();
  const config = {
    type: 'workflow',
    queue: `hidden-${run}`,
    input: { steps: [{ name: 'note', log: { message: 'hidden' } }] },
  };
  const newTask = async (more = {}) => await client.createTaskAsync({ ...config, ...more });
  const ofMarked = async () => ({ id: 'marked', ifMatch: (await state.getStateAsync(storeName, 'marked')).etag });
  const newEntry = async (id: string) => ({
    id,
    ifMatch: (await state.saveStateAsync(storeName, { id, value: 1 })).etag,
  });

  const value = '{"name":"Eva","ssn":{"$redacted":true}}';
  await perform('saveEntry', {
    storeName,
    save: { ...(await ofMarked()), value },
    idempotencyKey: idempotencyKey(),
  });
  const { receipt } = await own
    .getStateClient()
    .saveStateAsync(storeName, { id: 'marked', value: { name: 'Ida', ssn: { $redacted: true } } });
  await perform('undoChange', { storeName, receipt, idempotencyKey: idempotencyKey() });
  await perform('restoreVersion', {
    storeName,
    ...(await ofMarked()),
    version: 2,
    idempotencyKey: idempotencyKey(),
  });
  await perform('commitBasket', {
    storeName,
    upserts: [{ ...(await ofMarked()), value }],
    deletes: [await newEntry('a')],
    idempotencyKey: idempotencyKey(),
  });
  const versions = ['marked', 'whole'].map((id) => ({ id, version: 1 }));
  await perform('readLines', { storeName, versions });
  const entries = '[{"id":"b","value":1}]';
  await perform('importEntries', { storeName, mode: 'overwrite', entries, idempotencyKey: crypto.randomUUID() });
  await perform('deleteEntry', { storeName, ...(await newEntry('c')), idempotencyKey: idempotencyKey() });
  await perform('deleteEntries', { storeName, deletes: [await newEntry('d')], idempotencyKey: idempotencyKey() });
  await perform('setPolicy', { storeName, policy: '{}', idempotencyKey: idempotencyKey() });
  await perform('findBlobTargets', { storeName, ids: ['marked', 'whole'] });
  await perform('acceptBlob', { storeName, id: 'marked' });

  await perform('createTask', { config: JSON.stringify(config), idempotencyKey: idempotencyKey() });
  await perform('saveTask', { id: waiting, before: emptyForm, patch: '{"name":"hidden"}' });
  await perform('pauseTask', { id: waiting, runCount: 1 });
  await perform('resumeTask', { id: waiting, runCount: 1 });
  await perform('raiseEvent', { id: waiting, name: 'later', valueText: '1', idempotencyKey: idempotencyKey() });
  await perform('helpTasks', { ids: [waiting], help: { remedy: 'move', queue: 'default' } });
  const inputText = stringifyJson((await own.getTaskAsync(done)).input);
  await perform('rerunTask', { id: done, inputText, idempotencyKey: idempotencyKey() });
  await perform('forkRun', { id: failed, run: '1', fromSequence: 0, idempotencyKey: idempotencyKey() });
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  await perform('wakeTask', { id: (await newTask({ startOn })).id, until: startOn });
  await perform('cancelTask', { id: (await newTask()).id, runCount: 1, reason: 'hidden' });
  await perform('deleteTask', { id: (await newTask()).id, force: true });
  const schedule = { cron: '0 0 1 1 *', timeZone: 'UTC' };
  const { id, etag, nextRunOn } = await newTask({ schedule });
  await perform('skipOccurrence', { id, etag, nextRunOn });

  const selection = { ids: [waiting] };
  const action = { kind: 'raiseEvent', name: 'later', valueText: '{"by":1}' };
  await perform('previewBulk', { action, selection });
  await perform('createBulk', { action, selection, idempotencyKey: idempotencyKey() });
  const removal = { action: { kind: 'delete' }, selection, delayInMs: 0, stages: [], reason: 'hidden' };
  await perform('askForBulk', { ...removal, idempotencyKey: idempotencyKey() });
  const ofPolicy = { storeName, policy: '{}', reason: 'hidden' };
  await perform('askForPolicy', { ...ofPolicy, idempotencyKey: idempotencyKey() });
  await perform('commandBulk', { id: operation, command: 'stop' });
  await perform('actOnTasks', {
    action: 'cancel',
    tasks: [{ id: waiting, runCount: 1 }],
    operation: crypto.randomUUID(),
  });
  await perform('mergeErrorGroups', { id: group, ids: ['none'] });
  await perform('previewAlert', { condition: { kind: 'cause' } });
  await perform('testAlert', { id: alert, idempotencyKey: idempotencyKey() });
  await perform('updateAlert', { id: alert, update: { isEnabled: false } });
  const channels = [{ kind: 'slack' as const, url: 'http://127.0.0.1:59998' }];
  const ofAlert = { name: run, condition: { kind: 'cause' as const }, channels };
  await perform('createAlert', { alert: ofAlert, idempotencyKey: idempotencyKey() });
  await perform('deleteAlert', { id: 'none' });
  const shown = { list: 'tasks' as const, name: run, filter: `tag:run=${run}`, isShared: true };
  await perform('createView', { view: shown, idempotencyKey: idempotencyKey() });
  const { id: viewId } = await client.createViewAsync(shown);
  await perform('updateView', { id: viewId, update: { place: 0 } });
  await perform('deleteView', { id: viewId });
  await perform('createValueIndex', { index: { path: '/input/hidden' }, idempotencyKey: idempotencyKey() });
  await perform('deleteValueIndex', { id: (await client.createValueIndexAsync({ path: '/output/hidden' })).id });
  await perform('updateErrorGroup', { id: group, update: { owner: 'hidden' } });
  const reveal = { target: { storeName, id: 'marked' }, reason: 'hidden' };
  await perform('createReveal', { reveal, idempotencyKey: idempotencyKey() });
  await perform('endReveal', { id: crypto.randomUUID() });
  const ofMarkedEntry = { operation: 'CreateReveal' as const, target: { storeName, id: 'marked' }, reason: 'hidden' };
  await perform('askForApproval', { approval: ofMarkedEntry, idempotencyKey: idempotencyKey() });
  await perform('answerApproval', { id: (await client.createApprovalAsync(ofMarkedEntry)).id, isGranted: false });
  await perform('withdrawApproval', { id: (await own.createApprovalAsync(ofMarkedEntry)).id });
  await perform('setQuota', { owner, quota: { queuedTasks: 7_000 }, ifMatch: '"0"', idempotencyKey: idempotencyKey() });
  const held = await isolated.getLocksClient().acquireLockAsync('hidden', { ttlInMs: 60_000 });
  await perform('releaseIsolatedLock', { owner, name: held.name, fencingToken: held.fencingToken });
  const lock = (name: string) => locks.acquireLockAsync(`${name}-${run}`, { owner: 'hidden', ttlInMs: 60_000 });
  const { name, fencingToken } = await lock('hidden-a');
  await perform('releaseLock', { name, fencingToken, isAwaited: false });
  await perform('releaseLockOf', { name: (await lock('hidden-b')).name, owner: 'hidden' });

  await perform('proveWithPassword', { password: person.password });
  await perform('readProof', undefined);
  await perform('checkProofForExport', undefined);
  const use = { id: 'AQ', rawId: 'AQ', type: 'public-key' as const };
  await perform('beginPasskey', undefined);
  const response = { clientDataJSON: 'AQ', attestationObject: 'AQ' };
  await perform('addPasskey', { name: 'A laptop', credential: { ...use, response } });
  await perform('renamePasskey', { id: crypto.randomUUID(), name: 'An old laptop' });
  await perform('removePasskey', { id: crypto.randomUUID() });
  await perform('createRecoveryCodes', undefined);
  await perform('beginPasskeyProof', undefined);
  const ofUse = { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ' };
  await perform('proveWithPasskey', { ...use, response: ofUse });
  const ofSecret = { name: `OF_BLIND_${run.toUpperCase()}` };
  const secret = { value: 'of the blind', hosts: [] };
  await perform('setSecret', { ...ofSecret, secret, idempotencyKey: idempotencyKey() });
  const set = await own.setSecretAsync(ofSecret.name, secret);
  await perform('deleteSecret', { ...ofSecret, ifMatch: set.etag, idempotencyKey: idempotencyKey() });
  const ofKey = { name: `hidden-${run}`, scopes: [fullScope('tasks/read')] };
  await perform('createApiKey', { apiKey: ofKey, idempotencyKey: idempotencyKey() });
  const key = await own.createApiKeyAsync(ofKey);
  await perform('rotateApiKey', { id: key.id, overlapInHours: 1, idempotencyKey: idempotencyKey() });
  await perform('revokeApiKey', { id: key.id });
  const ofColleague = { name: 'Cora Colleague', scopes: [] };
  const operator = { ...ofColleague, email: `created-${run}@example.com` };
  await perform('createOperator', { operator, idempotencyKey: idempotencyKey() });
  const password = `of the colleague ${run}`;
  const colleague = await client.createOperatorAsync({ ...ofColleague, email: `cora-${run}@example.com`, password });
  await perform('updateOperator', { id: colleague.id, change: { name: 'Cora' } });
  await perform('resetPassword', { id: colleague.id });
  await perform('resetPasskeys', { id: colleague.id });
  await perform('inviteOperator', { id: colleague.id });
  await perform('revokeInvitation', { id: colleague.id });
  await perform('endSessions', { operatorId: colleague.id });
  await perform('deleteOperator', { id: colleague.id });
  for await (const { id: session, isCurrent } of own.listSessionsAsync())
    if (isCurrent) await perform('endSession', { id: session });
  await perform('findProviderSignOut', undefined);
  await perform('changePassword', { currentPassword: person.password, newPassword: `another ${person.password}` });
}
