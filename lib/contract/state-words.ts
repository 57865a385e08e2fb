/** The orders that a list of state entries can have: those of an index. */
export const stateOrders = ['id asc', 'id desc', 'lastModifiedOn desc', 'lastModifiedOn asc'] as const;
export type StateOrder = (typeof stateOrders)[number];

/** What made a version of an entry. */
export const stateChanges = ['save', 'upload', 'delete', 'restore', 'undo', 'expire'] as const;
export type StateChange = (typeof stateChanges)[number];

/** What a run did with an entry. */
export const stateAccesses = ['read', 'write', 'delete'] as const;
export type StateAccess = (typeof stateAccesses)[number];

/** Whose names of stores, locks and steps a call means: everybody's, or those of its caller alone. */
export const isolationModes = ['shared', 'isolated'] as const;
export type IsolationMode = (typeof isolationModes)[number];

/** Headers beyond the standard ones. Field names are case-insensitive. */
export const headers = {
  /** `shared` (default) or `isolated`. */
  isolation: 'taskdeck-isolation',
  /** With which a change without a body in its answer can be undone. */
  receipt: 'taskdeck-receipt',
  /** In the answer to a task's creation: with which its caller, and nobody else, may wait for that task. */
  completion: 'taskdeck-completion',
  /** The entry's entity tag where `ETag` is the blob's. */
  entryEtag: 'taskdeck-entry-etag',
} as const;
