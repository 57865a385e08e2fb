import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { JsonProblem } from './check-json.ts';
import { jsonTheme } from './json-theme.ts';

/** How long the typing pauses before a text is checked. */
const checkAfterMs = 200;

/** What every JSON editor can do. */
export function editing(complete: CompletionSource): Extension {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars({ addSpecialChars: /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\u3164]/g }),
    highlightActiveLine(),
    closeBrackets(),
    jsonTheme,
    EditorState.tabSize.of(2),
    autocompletion({ icons: false, override: [complete] }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
    ]),
    EditorView.lineWrapping,
  ];
}

/** Colours, folding and brackets. A long text has none of them, because each needs it parsed on the page's thread. */
export function languageOf(isLong: boolean): Extension {
  return isLong ? [] : [json(), foldGutter(), indentOnInput(), bracketMatching(), highlightSelectionMatches()];
}

/** Marks problems when the typing pauses. */
export function checking(problemsOf: (view: EditorView) => Promise<readonly JsonProblem[]>): Extension {
  return linter(
    async (view) => {
      const problems = await problemsOf(view);
      return problems.map(({ from, to, message }) => ({ from, to, message, severity: 'error' as const }));
    },
    { delay: checkAfterMs },
  );
}
