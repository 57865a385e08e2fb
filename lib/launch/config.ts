import { resolve } from 'node:path';
import { z } from 'zod';
import { parseDatabaseUrl } from '#database';
import { sampleHttpAllow } from '#samples';
import { projectFolder } from './project.mjs';
import { StartError } from './steps.mjs';

const port = (fallback: number) => z.coerce.number('a port from 1 to 65535').int().min(1).max(65_535).default(fallback);
const url = (protocol: RegExp, allowed: string) => z.url({ protocol, error: allowed });

const variables = z.object({
  PORT: port(3000).describe('where the dashboard listens'),
  TASKDECK_HOST: z.string().min(1).default('127.0.0.1').describe('address the dashboard listens on'),
  TASKDECK_URL: url(/^https?$/, 'an http or https URL')
    .optional()
    .describe('how browsers reach the dashboard'),
  TASKDECK_SERVICE_PORT: port(7700),
  TASKDECK_SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  TASKDECK_SERVICE_URL: url(/^https?$/, 'an http or https URL').optional(),
  TASKDECK_DATABASE_PORT: z.coerce.number('a port from 1 to 65535').int().min(1).max(65_535).optional(),
  DATABASE_URL: z
    .string()
    .refine((text) => parseDatabaseUrl(text) !== undefined, 'a postgres:// URL')
    .optional(),
  TASKDECK_DATA: z.string().min(1).default('.data'),
  NEXTAUTH_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TASKDECK_DASHBOARD_KEY: z.string().optional(),
  TASKDECK_SAMPLES: z.enum(['true', 'false'], 'true or false').optional(),
  TASKDECK_HTTP_ALLOW: z.string().optional(),
});

/** The settings of `npm start` and related commands from the environment. */
export type LaunchConfig = {
  dataFolder: string;
  /** The URL of an external PostgreSQL. Without it, one is started here. */
  databaseUrl: string | undefined;
  /** The requested port. Without it, 7701, or any free port when 7701 is taken. */
  databasePort: number | undefined;
  service: { port: number; host: string; url: string };
  /** The URL of a service on another machine, for `npm run dashboard`. */
  remoteServiceUrl: string | undefined;
  dashboard: { port: number; host: string; url: string };
  sessionSecret: string | undefined;
  /** `TASKDECK_DASHBOARD_KEY` of service and dashboard. `npm start` generates it unless it is set. */
  dashboardKey: string | undefined;
  /** Whether the worker of `npm start` has the sample types. Default: only on the embedded database. */
  hasSamples: boolean;
  /** `TASKDECK_HTTP_ALLOW` of the worker of `npm start`. Unless it is set, it holds what a sample needs. */
  httpAllow: { text: string; isForSamples: boolean };
};

/**
 * Reads and checks the environment. A bad value is a `StartError` with the variable, the value and the allowed values.
 */
export function readConfig(environment: Record<string, string | undefined>): LaunchConfig {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(set);
  if (!parsed.success) throw new StartError(parsed.error.issues.map((issue) => explain(issue, environment)).join('\n'));
  const values = parsed.data;
  const hasSamples = (values.TASKDECK_SAMPLES ?? String(values.DATABASE_URL === undefined)) === 'true';
  const isForSamples = hasSamples && values.TASKDECK_HTTP_ALLOW === undefined;
  return {
    dataFolder: resolve(projectFolder, values.TASKDECK_DATA),
    databaseUrl: values.DATABASE_URL,
    databasePort: values.TASKDECK_DATABASE_PORT,
    service: {
      port: values.TASKDECK_SERVICE_PORT,
      host: values.TASKDECK_SERVICE_HOST,
      url: `http://${reachable(values.TASKDECK_SERVICE_HOST)}:${values.TASKDECK_SERVICE_PORT}`,
    },
    remoteServiceUrl: values.TASKDECK_SERVICE_URL,
    dashboard: {
      port: values.PORT,
      host: values.TASKDECK_HOST,
      url: (values.TASKDECK_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    },
    sessionSecret: values.NEXTAUTH_SECRET,
    dashboardKey: values.TASKDECK_DASHBOARD_KEY,
    hasSamples,
    httpAllow: { text: isForSamples ? sampleHttpAllow : (values.TASKDECK_HTTP_ALLOW ?? ''), isForSamples },
  };
}

function explain(issue: z.core.$ZodIssue, environment: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value = name.includes('SECRET') || name === 'DATABASE_URL' ? 'its value' : JSON.stringify(environment[name]);
  return `${name}: ${value} is not allowed. Allowed: ${allowed(issue)}.`;
}

function allowed(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' || issue.code === 'too_small')
    return issue.origin === 'string' ? issue.message : 'a port from 1 to 65535';
  return issue.code === 'invalid_type' ? 'a port from 1 to 65535' : issue.message;
}

/** Converts an address to listen on to an address to connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
