import { engineAndAccessFaults } from './engine-and-access.ts';
import { journalFaults } from './journal.ts';
import { lockFaults } from './locks.ts';
import { queueFaults } from './queue.ts';
import type { SqlFault } from './sql-fault.ts';
import { stateFaults } from './state.ts';

export const sqlFaults: readonly SqlFault[] = [
  ...engineAndAccessFaults,
  ...queueFaults,
  ...journalFaults,
  ...stateFaults,
  ...lockFaults,
];
