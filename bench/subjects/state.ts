import { type ParsedStateInput, type StateWriter, stateListQuery } from '../../lib/contract/index.ts';
import { connect, type Database, migrate } from '../../lib/database/index.ts';
import { createState, type State } from '../../lib/state/index.ts';
import { answer, medianMs, type Request } from './measure.ts';
import { bulkEntries, idOf, orderOf, pageEntries, transactionEntries } from './state-rows.ts';
import { startBenchService } from './taskdeck-service.ts';

const writer: StateWriter = { kind: 'operator', id: 'bench', name: 'bench@example.org' };
const address = { namespace: '', storeName: 'orders' };

/** The state stores of a migrated database: in process, without HTTP. */
async function open({ databaseUrl }: Request): Promise<{ database: Database; state: State }> {
  const database = connect(databaseUrl);
  await migrate(database);
  return { database, state: createState({ database }) };
}

/** The entries of one call: half of them exist from the call before, half are new. */
function entriesOf(call: number, amount: number): ParsedStateInput[] {
  const from = (call * amount) / 2;
  return Array.from({ length: amount }, (_, index) => ({
    id: idOf(from + index),
    value: orderOf(call + from + index),
  }));
}

/**
 * A store with this many entries, as saves would have left it. The tree of its ids has the same shape at every size.
 */
async function fillStore(database: Database, total: number): Promise<void> {
  await database`insert into state_store (namespace, name) values ('', 'orders')`;
  await database`
    insert into state_entry (store_key, id, version, change, operation, value, value_bytes, has_blob, created_on, created_by,
      modified_on, modified_by)
    select s.key, 'region-' || n % 10 || '/shop-' || n / 10 % 10 || '/order-' || lpad(n::text, 8, '0'), 1,
      nextval('state_change'), 'save', v.value::json, octet_length(v.value), false, now(), ${JSON.stringify(writer)}, now(),
      ${JSON.stringify(writer)}
    from state_store s, generate_series(0, ${total - 1}::int) n,
      lateral (select '{"customer":"Customer number ' || n || '","amount":' || n || ',"address":{"city":"Graz"}}' as value) v`;
  await database`vacuum analyze state_entry`;
}

await answer({
  async bulkSave(request) {
    const { state } = await open(request);
    return medianMs(request.total, async (call) => {
      const { outcomes } = await state.bulkSave(address, entriesOf(call, bulkEntries), writer);
      return outcomes.every((outcome) => outcome.state) ? undefined : Number.NaN;
    });
  },

  async transaction(request) {
    const { state } = await open(request);
    return medianMs(request.total, async (call) => {
      await state.transaction(address, { upserts: entriesOf(call, transactionEntries), deletes: [] }, writer);
      return undefined;
    });
  },

  async page(request) {
    const { database, state } = await open(request);
    await fillStore(database, 100_000);
    let continuationToken: string | undefined;
    return medianMs(request.total, async () => {
      const page = await state.list(
        address,
        stateListQuery.parse({ maxPageSize: pageEntries, ...(continuationToken && { continuationToken }) }),
      );
      continuationToken = page.continuationToken;
      return page.value.length === pageEntries ? undefined : Number.NaN;
    });
  },

  async prefixes(request) {
    const { database, state } = await open(request);
    await fillStore(database, request.total);
    const times: number[] = [];
    for (const prefix of ['', 'region-3/', 'region-3/shop-4/']) {
      const filter = stateListQuery.parse({ delimiter: '/', includeValue: 'false', ...(prefix && { prefix }) });
      const time = await medianMs(40, async () => {
        await state.list(address, filter);
        return undefined;
      });
      console.error(`${request.total} entries, below "${prefix}": ${time.toFixed(1)} ms`);
      times.push(time);
    }
    return Math.max(...times);
  },

  async bulkSaveAmong(request) {
    const { database, state } = await open(request);
    await fillStore(database, request.total);
    return medianMs(20, async (call) => {
      await state.bulkSave(address, entriesOf(call, bulkEntries), writer);
      return undefined;
    });
  },

  async transactionAmong(request) {
    const { database, state } = await open(request);
    await fillStore(database, request.total);
    return medianMs(100, async (call) => {
      await state.transaction(address, { upserts: entriesOf(call, transactionEntries), deletes: [] }, writer);
      return undefined;
    });
  },

  async pageAmong(request) {
    const { database, state } = await open(request);
    await fillStore(database, request.total);
    let continuationToken: string | undefined;
    return medianMs(80, async () => {
      const filter = { maxPageSize: pageEntries, ...(continuationToken && { continuationToken }) };
      const page = await state.list(address, stateListQuery.parse(filter));
      continuationToken = page.continuationToken;
      return page.value.length === pageEntries ? undefined : Number.NaN;
    });
  },

  async httpBulkSave(request) {
    await open(request);
    const { send } = await startBenchService(request.databaseUrl);
    return medianMs(request.total, async (call) => {
      await send('POST', '/v1/stores/orders/bulk-save', { entries: entriesOf(call, bulkEntries) });
      return undefined;
    });
  },

  async httpTransaction(request) {
    await open(request);
    const { send } = await startBenchService(request.databaseUrl);
    return medianMs(request.total, async (call) => {
      await send('POST', '/v1/stores/orders/transaction', { upserts: entriesOf(call, transactionEntries) });
      return undefined;
    });
  },

  async httpPage(request) {
    const { database } = await open(request);
    await fillStore(database, 100_000);
    const { send } = await startBenchService(request.databaseUrl);
    let path = `/v1/stores/orders/entries?maxPageSize=${pageEntries}`;
    return medianMs(request.total, async () => {
      const { nextLink } = JSON.parse(await send('GET', path));
      const next = new URL(nextLink);
      path = next.pathname + next.search;
      return undefined;
    });
  },
});
