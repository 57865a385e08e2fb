import type { JsonObject } from '#contract';
import type { JsonCheck } from './check-json.ts';

/** What `JsonEditor` takes. */
export type JsonEditorProps = {
  /** Accessible name. */
  label: string;
  /** The text, not the value: it is edited as written, and numbers keep every digit. */
  value: string;
  onChange?: (text: string) => void;
  /** Called after every check, when the typing pauses. */
  onCheck?: (check: JsonCheck) => void;
  /** JSON Schema 2020-12: checks, and offers names and values. */
  schema?: JsonObject | undefined;
  /** Problems found by the service, by JSON Pointer into this value. */
  errors?: readonly { pointer: string; message: string }[] | undefined;
  /** Whether a redaction marker stands for a stored value (`keep`) or must be replaced (`refuse`, the default). */
  redacted?: 'keep' | 'refuse' | undefined;
  /** Keeps the text across reloads of this tab under this name, until `clearDraft(name)`. */
  draftKey?: string;
  /** Shows what differs from another text, with its accessible name. */
  before?: { text: string; label: string };
  isReadOnly?: boolean;
  /** Tab indents, and leaves the editor after Escape: for editors that are most of a page. Otherwise Tab leaves. */
  tabIndents?: boolean;
  /** The focus begins here, unless somebody has begun elsewhere before the editor's code had come (`isPageUsed`). */
  isFocusedFirst?: boolean;
  isPageUsed?: () => boolean;
  describedBy?: string;
  className?: string;
};
