import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '12.5px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  // Chromium writes the colour of replaced text into the line's own style, where it stays when the theme changes.
  '.cm-line[style*="background-color"]': { backgroundColor: 'transparent !important' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: 'none' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-tooltip': { borderRadius: '6px', boxShadow: 'var(--shadow-raised)', border: 'none', overflow: 'hidden' },
  '.cm-tooltip.cm-completionInfo': { padding: '4px 8px', maxWidth: '20rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeftColor: 'var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--caution-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--caution)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', borderColor: 'var(--edge)', color: 'var(--ink)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--hover)',
    borderColor: 'var(--edge)',
    color: 'var(--ink)',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--positive)' },
  { tag: tags.number, color: 'var(--active)' },
  { tag: [tags.bool, tags.null], color: 'var(--waiting)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

/** How JSON looks in an editor, in both themes: every colour is a token of the design. */
export const jsonTheme = [look, syntaxHighlighting(colours)];
