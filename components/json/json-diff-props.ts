/** What `JsonDiff` takes. */
export type JsonDiffProps = {
  /** Accessible name: "Version 3 compared with version 5". */
  label: string;
  before: string;
  after: string;
  /** CSS length above which it scrolls inside. */
  maxHeight?: string | undefined;
};
