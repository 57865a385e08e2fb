import type { ReactNode } from 'react';

/** What stands beside the filter of a list: on the line of its first row, however many rows its conditions take. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className="flex h-8 items-center gap-2 max-sm:w-full">{children}</div>;
}
