import type { Database, Fragment, Transaction } from '#database';

/** A larger input takes no part in comparisons: it would be read whole, and some hundred of them at once. In bytes. */
const largestInput = 65_536;

/** An input, or null when it is large. The size as stored is looked at first, because it needs no decompression. */
export function smallInput(database: Database | Transaction, input: Fragment): Fragment {
  return database`case when pg_column_size(${input}) <= ${largestInput} then
    case when octet_length(${input}::text) <= ${largestInput} then ${input} end end`;
}
