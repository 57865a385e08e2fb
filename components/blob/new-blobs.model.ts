import type { StorePolicy } from '#contract';
import { idProblem } from '@/components/state/entry-id.ts';
import { type NamedFile, pathOfFile } from './dropped-files.ts';

/** An entry that stands where a file is to go. */
export type BlobTarget = { id: string; hasBlob: boolean; blobEtag?: string | undefined };

/** What becomes of a file that is dropped on a store. */
export type NewBlobFate =
  | 'create'
  | 'fill'
  | 'replace'
  | 'skip'
  | 'refuse'
  | 'tooLarge'
  | 'twice'
  | 'underWay'
  | 'invalid';

/** One file with the id that it would get. */
export type NewBlob = { file: File; id: string; fate: NewBlobFate; replaces?: string | undefined };

export const mostNewBlobs = 1_000;

/** The id of a file below a prefix: its name, in a folder its path, without what no id can hold. */
function idOfFile(prefix: string, file: NamedFile): string {
  return `${prefix}${pathOfFile(file).replace(/\p{Cc}/gu, '_')}`;
}

/** The ids that the files would get, each once; without those that no entry can have. */
export function possibleIds(files: readonly NamedFile[], prefix: string): string[] {
  const ids = new Set(files.map((file) => idOfFile(prefix, file)));
  return [...ids].filter((id) => idProblem(id) === undefined);
}

/** What the rules of a store say of blobs. */
export type BlobRules = Pick<StorePolicy, 'acceptsBlobs' | 'maximumBlobBytes'>;

type Known = {
  /** The entries that are there. */
  targets: ReadonlyMap<string, BlobTarget>;
  rules: BlobRules;
  /** Whether blobs that are there are replaced. */
  replaces: boolean;
  /** Whether another file is on its way to the entry with this id. */
  isUnderWay: (id: string) => boolean;
};

/** What would become of each file. */
export function planNewBlobs(
  files: readonly File[],
  prefix: string,
  { targets, rules, replaces, isUnderWay }: Known,
): NewBlob[] {
  const seen = new Set<string>();
  return files.map((file) => {
    const id = idOfFile(prefix, file);
    const isTwice = seen.has(id);
    seen.add(id);
    if (isTwice) return { file, id, fate: 'twice' };
    if (idProblem(id) !== undefined) return { file, id, fate: 'invalid' };
    if (rules.acceptsBlobs === false) return { file, id, fate: 'refuse' };
    if (file.size > (rules.maximumBlobBytes ?? file.size)) return { file, id, fate: 'tooLarge' };
    if (isUnderWay(id)) return { file, id, fate: 'underWay' };
    const target = targets.get(id);
    if (target === undefined) return { file, id, fate: 'create' };
    if (!target.hasBlob) return { file, id, fate: 'refuse' };
    if (target.blobEtag === undefined) return { file, id, fate: 'fill' };
    return replaces ? { file, id, fate: 'replace', replaces: target.blobEtag } : { file, id, fate: 'skip' };
  });
}

/** Whether a file is sent at all. */
export function isSent({ fate }: Pick<NewBlob, 'fate'>): boolean {
  return fate === 'create' || fate === 'fill' || fate === 'replace';
}
