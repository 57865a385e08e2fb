/** The service's limits that are checked before anything is sent. Apart from the contract's, which bring zod along. */
export const stateLimits = {
  valueBytes: 4 * 1024 * 1024,
  transactionOperations: 100,
  transactionBytes: 4 * 1024 * 1024,
  idCharacters: 512,
  /** 100 years. */
  ttlInSeconds: 3_153_600_000,
} as const;

/** The size of a text as UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
