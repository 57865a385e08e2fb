import { EntryOperations } from './entry-operations.ts';

/**
 * State stores, their entries and blobs. Made by `TaskClient.getStateClient()`, on that client's connection and in its
 * isolation mode. An entry is named by store and id, or by one reference: `'store/id'`, `{ storeName, id }` or an entry.
 */
export class StateClient extends EntryOperations {}
