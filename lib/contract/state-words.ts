/** The orders of a list of state entries. Each has an index. */
export const stateOrders = ['id asc', 'id desc', 'lastModifiedOn desc', 'lastModifiedOn asc'] as const;
export type StateOrder = (typeof stateOrders)[number];

/** What created a version of an entry. */
export const stateChanges = ['save', 'upload', 'delete', 'restore', 'undo', 'expire'] as const;
export type StateChange = (typeof stateChanges)[number];

/** What a run did with an entry. */
export const stateAccesses = ['read', 'write', 'delete'] as const;
export type StateAccess = (typeof stateAccesses)[number];

/** Whether names of stores, locks and steps are shared by all callers or private to the caller. */
export const isolationModes = ['shared', 'isolated'] as const;
export type IsolationMode = (typeof isolationModes)[number];

/** Headers that are not in a standard. Field names are case-insensitive. */
export const headers = {
  /** `shared` (default) or `isolated`. */
  isolation: 'taskdeck-isolation',
  /** The owner whose isolated names a call means, percent-encoded. Needs `namespaces/manage`. */
  namespace: 'taskdeck-namespace',
  /** The receipt that undoes a change whose answer has no body. */
  receipt: 'taskdeck-receipt',
  /** In the answer to CreateTask: proves that the caller created the task, so that it may wait for it. */
  completion: 'taskdeck-completion',
  /** The entry's entity tag, in answers whose `ETag` is the blob's. */
  entryEtag: 'taskdeck-entry-etag',
} as const;
