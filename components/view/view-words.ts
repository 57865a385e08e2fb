import { Bug, Database, FileText, ListChecks, type LucideIcon } from 'lucide-react';
import { type MatchCount, numberText, type View, type ViewList } from '#contract';

/** How the lists that can have views look and are called. */
export const viewListLook: Readonly<Record<ViewList, { icon: LucideIcon; word: string }>> = {
  tasks: { icon: ListChecks, word: 'Tasks' },
  errors: { icon: Bug, word: 'Errors' },
  logs: { icon: FileText, word: 'Logs' },
  state: { icon: Database, word: 'State' },
};

/** `1,000+`, or nothing where it is not known. */
export function countWords(count: MatchCount | undefined): string | undefined {
  if (count?.count === undefined) return undefined;
  return `${numberText(count.count)}${count.hasMore ? '+' : ''}`;
}

/** Where a view is and whose it is: `Tasks, shared by ada@example.com`. */
export function viewAbout({ list, storeName, isOwn, isShared, ownerName }: View): string {
  const place = storeName === undefined ? viewListLook[list].word : `State of ${storeName}`;
  if (!isOwn) return `${place}, shared by ${ownerName}`;
  return isShared ? `${place}, shared by you` : place;
}
