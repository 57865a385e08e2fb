/** Keys as the help shows them; `then` stands between keys pressed one after the other. */
export type Shortcut = { keys: readonly string[]; does: string };

/** All keys of the dashboard. A page that adds a key adds it here too. */
export const shortcuts: readonly { group: string; keys: readonly Shortcut[] }[] = [
  {
    group: 'Everywhere',
    keys: [
      { keys: ['Mod', 'K'], does: 'Find a page or a task, open a pasted id' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['G', 'then', 'O'], does: 'Overview' },
      { keys: ['G', 'then', 'T'], does: 'Tasks' },
      { keys: ['G', 'then', 'E'], does: 'Events' },
      { keys: ['G', 'then', 'D'], does: 'State: the data that tasks keep' },
      { keys: ['G', 'then', 'S'], does: 'Schedules' },
      { keys: ['G', 'then', 'W'], does: 'Workers' },
      { keys: ['G', 'then', 'A'], does: 'Audit' },
      { keys: ['N'], does: 'New task' },
      { keys: ['P'], does: 'Pause or resume live updates' },
      { keys: ['['], does: 'Narrow or widen the navigation' },
    ],
  },
  {
    group: 'Lists',
    keys: [
      { keys: ['J'], does: 'Next row' },
      { keys: ['K'], does: 'Previous row' },
      { keys: ['Enter'], does: 'Open' },
      { keys: ['X'], does: 'Select' },
      { keys: ['Shift', 'J'], does: 'Select on to the next row' },
      { keys: ['F'], does: 'Menu of the row: filter by its values, and all it can do' },
      { keys: ['Space'], does: 'Show a task beside the list' },
      { keys: ['/'], does: 'Filter' },
    ],
  },
  {
    group: 'Tasks and runs',
    keys: [
      { keys: ['E'], does: 'Raise an event' },
      { keys: ['R'], does: 'Run again' },
      { keys: ['C'], does: 'Cancel' },
    ],
  },
  {
    group: 'State',
    keys: [
      { keys: ['Mod', 'S'], does: 'Save what is edited, or commit the basket' },
      { keys: ['Z'], does: 'Undo the last change of this store' },
    ],
  },
];
