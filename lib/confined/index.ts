export { ConfinedProcesses, type Confinement, type Outcome, type Unfinished } from './confined-processes.ts';
export { performJobs } from './perform-jobs.ts';
