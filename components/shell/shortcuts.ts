import { destinations } from './destinations.ts';

/** Keys as the help shows them; `then` stands between keys pressed one after the other, `or` between ways to say the same. */
type Shortcut = { keys: readonly string[]; does: string };

/** All keys of the dashboard. A page that adds a key adds it here too. */
export const shortcuts: readonly { group: string; keys: readonly Shortcut[] }[] = [
  {
    group: 'Everywhere',
    keys: [
      { keys: ['Mod', 'K'], does: 'Find a page or a task, or open an id' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
      ...destinations.map(({ letter, label }) => ({ keys: ['G', 'then', letter.toUpperCase()], does: label })),
      { keys: ['N'], does: 'New task' },
      { keys: ['P'], does: 'Pause or resume live updates' },
      { keys: ['['], does: 'Collapse or expand the navigation' },
    ],
  },
  {
    group: 'Lists',
    keys: [
      { keys: ['J', 'or', '↓'], does: 'Next row' },
      { keys: ['K', 'or', '↑'], does: 'Previous row' },
      { keys: ['PageDown', 'or', 'PageUp'], does: 'Next or previous screen' },
      { keys: ['Home', 'or', 'End'], does: 'First or last row' },
      { keys: ['Enter'], does: 'Open' },
      { keys: ['X'], does: 'Select' },
      { keys: ['Mod', 'A'], does: 'Select all that match' },
      { keys: ['Shift', 'J'], does: 'Extend the selection to the next row' },
      { keys: ['Shift', 'K'], does: 'Extend the selection to the previous row' },
      { keys: ['Esc'], does: 'Clear the selection' },
      { keys: ['F'], does: 'Open the menu of the row' },
      { keys: ['Space'], does: 'Show a task or an entry beside the list' },
      { keys: ['/'], does: 'Filter' },
      { keys: ['←', 'or', '→'], does: 'From one column to the next, in the header of a table' },
      { keys: ['Shift', '←'], does: 'Move a column left, on the button of its menu' },
      { keys: ['Shift', '→'], does: 'Move a column right, on the button of its menu' },
    ],
  },
  {
    group: 'Tasks and runs',
    keys: [
      { keys: ['J'], does: 'Next task of the list, or next step' },
      { keys: ['K'], does: 'Previous task of the list, or previous step' },
      { keys: ['Shift', 'J'], does: 'Next run of the task' },
      { keys: ['Shift', 'K'], does: 'Previous run of the task' },
      { keys: ['E'], does: 'Raise an event' },
      { keys: ['R'], does: 'Rerun' },
      { keys: ['C'], does: 'Cancel' },
      { keys: ['T'], does: 'Go to the steps and their times' },
      { keys: ['D'], does: 'Compare a run, or list only the differences of two' },
      { keys: ['W'], does: 'Watch the run, filter or operation: be notified when it ends, fails or runs again' },
      { keys: ['←', 'or', '→'], does: 'Move the time cursor, in the steps' },
      { keys: ['Mod', 'F'], does: 'Search the log, on its tab' },
    ],
  },
  {
    group: 'Charts',
    keys: [
      { keys: ['←', 'or', '→'], does: 'Choose a time' },
      { keys: ['Home', 'or', 'End'], does: 'First or last time' },
      { keys: ['Shift', '←', 'or', '→'], does: 'Extend the time' },
      { keys: ['Enter'], does: 'Show what is in it' },
    ],
  },
  {
    group: 'Logs of all tasks',
    keys: [
      { keys: ['Enter'], does: 'Open the line in the log of its run' },
      { keys: ['C'], does: 'Copy the line' },
    ],
  },
  {
    group: 'Dialogs, forms and editors',
    keys: [
      { keys: ['Mod', 'Enter'], does: 'Press the main button' },
      { keys: ['Esc', 'then', 'Tab'], does: 'Leave an editor in which Tab indents' },
    ],
  },
  {
    group: 'State',
    keys: [
      { keys: ['E'], does: 'Edit the entry' },
      { keys: ['D'], does: 'Delete the entry' },
      { keys: ['B'], does: 'Download the blob of the entry' },
      { keys: ['Mod', 'S'], does: 'Save the edit, or commit the basket' },
      { keys: ['Mod', 'Shift', 'S'], does: 'Save only my changes, when the entry has changed meanwhile' },
      { keys: ['Z'], does: 'Undo the last change of this store' },
    ],
  },
];
