import type { Deployment } from '#contract';
import type { ServiceProcess } from './read-processes.ts';

/** What findings are made from. `now` is the time of the database in milliseconds since 1970. */
export type DeploymentFacts = Pick<Deployment, 'workers' | 'queues' | 'database' | 'blobStore'> & {
  now: number;
  services: readonly ServiceProcess[];
  /** Whether the role of the service owns the tables. */
  isOwner: boolean;
  /** Operators who still have a generated password. */
  generatedPasswords: readonly string[];
};
