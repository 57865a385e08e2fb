import { cn } from '@/components/ui/class-names.ts';

/** Class names of what stands around an `EntryPane`: hides what the pane covers, and the tree where both have no room. */
export const aroundPane = cn(
  'has-[[data-entry-pane=wide]]:[&>*:not([data-entry-pane])]:invisible',
  'max-lg:has-[[data-entry-pane]]:[&>*:not([data-entry-pane])]:invisible',
  'max-xl:has-[[data-entry-pane]]:[&>[data-id-tree]]:hidden',
);
