import { presentTime } from '@/components/ui/present.ts';
import type { SignedIn } from '../access/gate.ts';
import type { Copy } from './copy.ts';
import type { CopyPart } from './copy-parts.ts';
import type { Html } from './html.ts';

/** Who reads for a copy. */
export type CopyReader = Pick<SignedIn, 'client' | 'operator' | 'scopes'>;

/** What is asked for. `params`: of the path; `searchParams`: of the query. */
export type AskedCopy = {
  params: Readonly<Record<string, string>>;
  searchParams: URLSearchParams;
  abortSignal: AbortSignal;
};

/** How one kind of thing is copied. Reading, what a copy holds, and its page: everything else is the same for all kinds. */
export type CopyKind<Kind extends Copy = Copy> = {
  /** Reads the thing as the operator sees it, without the parts that they left out or may not read. */
  read(reader: CopyReader, asked: AskedCopy): Promise<Kind>;
  /** The file's name, without its ending. */
  fileName(copy: Kind): string;
  /** Everything in the copy that can be large or can hold hidden values. */
  contents(copy: Kind): { name: string; one: string; items: readonly unknown[] }[];
  title(copy: Kind): string;
  /** What the page says between its title and its data. */
  body(copy: Kind): Html;
};

/** The head of a new copy. */
export function headOf(reader: CopyReader) {
  return { version: 1 as const, madeOn: new Date(presentTime()).toISOString(), madeBy: reader.operator.email };
}

/** Returns whether a part is wanted, from the parameters of an address: `?without=logs`. */
export function isWanted(part: CopyPart, searchParams: URLSearchParams): boolean {
  return !searchParams.getAll('without').includes(part);
}
