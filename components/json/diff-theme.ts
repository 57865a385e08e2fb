import { EditorView } from '@codemirror/view';

/** Colours of what was taken out and came in; the marks in the gutter say the same without them. */
export const diffTheme = EditorView.theme({
  '&.cm-merge-b': { borderLeft: '1px solid var(--line)' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--danger-soft) !important' },
  '&.cm-merge-a .cm-changedText': {
    background: 'color-mix(in srgb, var(--danger) 12%, transparent) !important',
  },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--positive-soft) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-soft) !important', paddingLeft: '6px' },
  '.cm-deletedChunk .cm-deletedLine': { textDecoration: 'none' },
  '.cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'color-mix(in srgb, var(--positive) 12%, transparent) !important',
  },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--danger) 12%, transparent) !important',
    textDecoration: 'line-through',
  },
  '.cm-changeGutter': { width: '4px', paddingLeft: '0' },
  '.cm-changedLineGutter': { background: 'var(--positive)' },
  '.cm-deletedLineGutter': { background: 'var(--danger)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken) !important',
    color: 'var(--muted) !important',
    padding: '2px 10px',
    fontFamily: 'var(--sans)',
  },
});
