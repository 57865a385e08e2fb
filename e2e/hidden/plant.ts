import { TaskClient } from '#client';
import { fullScope } from '#contract';
import { Canaries, type Canary } from '../../lib/service/testing/canaries/canary.ts';
import { expect } from '../fixtures.ts';

/** What the journey has made: names and ids that addresses and actions need. */
export type Planted = Awaited<ReturnType<typeof plant>>;

const canaries = new Canaries();

/** A text that stands in one place only, and that nobody without `sensitive/read` may see. */
export const hidden = (place: string) => canaries.text(place, { through: 'nobody' });

/** The places of the planted texts that a text contains, as they are or in base64. */
export function placesIn(told: string): string[] {
  return canaries.in(told).map(({ place }: Canary) => place);
}

export function allPlaces(): string[] {
  return canaries.all().map(({ place }) => place);
}

/** Plants a text in every kind of place that can be sensitive, and one in a secret. */
export async function plant(client: TaskClient, serviceUrl: string) {
  const run = crypto.randomUUID().slice(0, 8);
  const storeName = `hidden-${run}`;
  const done = `hidden-done-${run}`;
  const waiting = `hidden-waiting-${run}`;
  const failed = `hidden-failed-${run}`;
  const scheduled = `hidden-scheduled-${run}`;
  const secretName = `HIDDEN_${run.toUpperCase()}`;
  await client.setSecretAsync(secretName, hidden('a secret'));
  const approval = { name: 'approval', waitForEvent: { name: 'approved' } };
  const note = { name: 'note', log: { message: 'approved', fields: { by: { $result: 'approval', at: '/by' } } } };
  const kept = { kept: hidden('an input'), approval: { $result: 'approval' } };
  const workflow = { type: 'workflow', sensitive: ['/events/approved/by', '/events/later/by', '/input/output/kept'] };
  await client.createTaskAsync({ ...workflow, id: done, input: { steps: [approval, note], output: kept } });
  await client.raiseTaskEventAsync(done, 'approved', { value: { by: hidden('an event') } });
  const url = `http://127.0.0.1:1/${hidden('an address of a failed request')}`;
  const once = { retry: { maximumAttempts: 1 }, sensitive: ['/input/url'] };
  await client.createTaskAsync({ ...once, type: 'http.request', id: failed, input: { url } });
  const later = { kept: hidden('an input of a waiting task') };
  await client.createTaskAsync({ ...workflow, id: waiting, input: { steps: [approval], output: later } });

  const yearly = { schedule: { cron: '0 0 1 1 *' }, sensitive: ['/input/output/kept'] };
  const planned = { kept: hidden('an input of a schedule') };
  await client.createTaskAsync({
    ...yearly,
    type: 'workflow',
    id: scheduled,
    input: { steps: [approval], output: planned },
  });

  const state = client.getStateClient();
  const save = (id: string, value: Record<string, string>, sensitive?: string[]) =>
    state.saveStateAsync(storeName, { id, value, hasBlob: id === 'whole', ...(sensitive && { sensitive }) });
  await save('marked', { name: 'Ada', ssn: hidden('an earlier version of an entry') });
  await save('marked', { name: 'Ada', ssn: hidden('a member of an entry') }, ['/ssn']);
  await save('whole', { all: hidden('a whole entry') }, ['']);
  await state.uploadBlobAsync({ storeName, id: 'whole' }, Buffer.from(hidden('a blob')));
  const account = `hidden-${run}`;
  const { key } = await client.createApiKeyAsync({
    ...{ name: account, serviceAccount: account },
    scopes: (['state/create', 'state/read', 'locks/create', 'locks/read'] as const).map(fullScope),
  });
  const isolated = new TaskClient(serviceUrl, { key }, { isolation: 'isolated' });
  const ofOwner = { id: 'marked', value: { ssn: hidden('an isolated entry') }, sensitive: ['/ssn'] };
  await isolated.getStateClient().saveStateAsync(storeName, ofOwner);
  await expect.poll(async () => (await client.getTaskAsync(failed)).status).toBe('failed');
  await expect.poll(async () => (await client.getTaskAsync(done)).status).toBe('succeeded');
  await expect.poll(async () => (await client.getTaskAsync(waiting)).status).toBe('waiting');
  const value = { by: hidden('an event of an operation') };
  const { id: operation } = await client.createBulkOperationAsync({
    action: { kind: 'raiseEvent', name: 'later', value },
    selection: { ids: [waiting] },
  });
  await expect.poll(async () => (await client.getBulkOperationAsync(operation)).status).toBe('completed');
  const group = (await client.getTaskAsync(failed)).error?.fingerprint ?? '';
  const isCounted = () =>
    client.getErrorGroupAsync(group).then(
      () => true,
      () => false,
    );
  await expect.poll(isCounted).toBe(true); // failures are counted every second
  const hook = `http://127.0.0.1:59998/${hidden('an address of an alert')}`;
  const { id: alert } = await client.createAlertAsync({
    name: run,
    condition: { kind: 'cause', group },
    channels: [{ kind: 'webhook', url: hook, signingKey: `whsec_${hidden('a signing key')}` }],
  });
  await client.testAlertAsync(alert);
  const target = { storeName, id: 'marked' };
  const { id: reveal } = await client.createRevealAsync({ target, reason: 'to be seen by nobody else' });
  return {
    run,
    storeName,
    done,
    waiting,
    failed,
    scheduled,
    secretName,
    operation,
    group,
    alert,
    reveal,
    isolated,
    owner: `account:${account}`,
  };
}
