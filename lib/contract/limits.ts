const KiB = 1024;
const MiB = 1024 * KiB;

/** All limits that apply to callers, published by `GET /v1/limits`. Sizes are in bytes of UTF-8 JSON. */
export const limits = {
  taskInputBytes: 4 * MiB,
  taskOutputBytes: 4 * MiB,
  eventDataBytes: 256 * KiB,
  unconsumedEvents: 10_000,
  stateValueBytes: 4 * MiB,
  schemaBytes: 256 * KiB,
  bulkEntries: 1_000,
  bulkBytes: 16 * MiB,
  transactionOperations: 100,
  transactionBytes: 4 * MiB,
  logMessageBytes: 64 * KiB,
  logEntriesPerWrite: 1_000,
  blobBytes: 5 * 1024 * MiB,
  statePageBytes: 16 * MiB,
  pageBytes: 4 * MiB,
  versionsPerEntry: 100,
  uploadHours: 24,
  longPollMs: 60_000,
  pageSize: 1_000,
  defaultPageSize: 100,
  tagsPerTask: 64,
  sensitivePointers: 64,
  indexedPaths: 8,
  requestBodyBytes: 16 * MiB,
  anonymousBodyBytes: 16 * KiB,
  jsonDepth: 200,
  jsonValues: 2_000_000,
  namesPerObject: 50_000,
  idempotencyKeyHours: 24,
  requestsPerSecond: 10_000,
  concurrentWaits: 2_000,
  queuedTasks: 1_000_000,
  fairQueuedTasks: 100,
  bulkOperationIds: 10_000,
  bulkOperationTasks: 1_000_000,
  bulkPreviewTasks: 100_000,
  alerts: 200,
  alertChannels: 10,
  views: 200,
  waitingApprovals: 50,
  listedPaths: 10,
  valueIndexes: 20,
  storedBytesPerHour: 1024 * 1024 * MiB,
} as const;

/**
 * The message for a list or map that has more than a limit allows: the actual number, the limit and its name. A long text
 * in the place of a list also comes here, and is not counted.
 */
export function beyondLimit(name: keyof typeof limits, things: string) {
  return {
    error: ({ input }: { input?: unknown }) => {
      const limit = `the limit (${name}) is ${limits[name]}`;
      if (typeof input !== 'object' || input === null) return `is no list of ${things}; ${limit}`;
      const count = Array.isArray(input) ? input.length : Object.keys(input).length;
      return `has ${count} ${things}, ${limit}`;
    },
  };
}
