import type { BlockList } from 'node:net';
import {
  ConfigError,
  type Environment,
  readDashboardKeys,
  readSignInMethods,
  readVariable,
  type SignInMethods,
} from '#contract';
import { proxyList } from './access/client-address.ts';

/** What the dashboard's server is told from outside, read once at its start. */
export type DashboardConfig = {
  /** Where the service is. */
  serviceUrl: string;
  /** The first encrypts session cookies, all decrypt them. */
  sessionSecrets: [string, ...string[]];
  /** Where browsers open the dashboard, as far as it is known. */
  publicUrl: URL | undefined;
  /** Whether browsers reach the dashboard by https, so that its cookies may say so. */
  isSecure: boolean;
  /** Whether plain http to a service on another machine is allowed. */
  allowInsecureService: boolean;
  /** Peers whose `X-Forwarded-For` is believed: addresses and networks. */
  trustedProxies: BlockList;
  /** Proves to the service that it may say which address a browser has. */
  dashboardKey: string | undefined;
  /** How operators sign in. */
  signIn: SignInMethods;
  /** The name of the environment when it is production: pages say so, and ask for it before what cannot be undone. */
  production: string | undefined;
};

/** Reads and checks the environment. Throws `ConfigError`. */
export function readConfig(environment: Environment): DashboardConfig {
  const serviceUrl = readServiceUrl(environment);
  const allowInsecureService = environment.TASKDECK_ALLOW_INSECURE_SERVICE === 'true';
  const { protocol, hostname } = new URL(serviceUrl);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && !isLoopback && !allowInsecureService) {
    throw new ConfigError(
      `TASKDECK_SERVICE_URL is "${serviceUrl}": plain http to another machine exposes tokens on the network; ` +
        'allowed: an https URL, or this one with TASKDECK_ALLOW_INSECURE_SERVICE=true on a network you trust',
    );
  }
  const publicUrl = readPublicUrl(environment);
  return {
    serviceUrl,
    publicUrl,
    allowInsecureService,
    sessionSecrets: readSessionSecrets(environment),
    isSecure: publicUrl?.protocol === 'https:',
    trustedProxies: readTrustedProxies(environment),
    dashboardKey: readDashboardKeys(environment)[0],
    signIn: readSignInMethods(environment),
    production: readVariable(environment, 'TASKDECK_PRODUCTION', 'a name of 1 to 60 characters', productionName),
  };
}

function readServiceUrl(environment: Environment): string {
  const given = environment.TASKDECK_SERVICE_URL;
  if (given === undefined || given === '') return `http://127.0.0.1:${environment.TASKDECK_SERVICE_PORT || '7700'}`;
  if (!isWebUrl(given)) {
    throw new ConfigError(
      `TASKDECK_SERVICE_URL is "${given}"; allowed: an http or https URL such as http://127.0.0.1:7700`,
    );
  }
  return given;
}

function readTrustedProxies(environment: Environment): BlockList {
  const given = environment.TASKDECK_TRUSTED_PROXIES ?? '';
  const parts = given.split(',').map((part) => part.trim());
  try {
    return proxyList(parts.filter((part) => part !== ''));
  } catch {
    throw new ConfigError(
      `TASKDECK_TRUSTED_PROXIES is "${given}"; allowed: IP addresses or networks (10.0.0.0/8) with commas between`,
    );
  }
}

function readSessionSecrets(environment: Environment): [string, ...string[]] {
  const given = environment.NEXTAUTH_SECRET;
  const allowed =
    'at least 32 random characters, such as `openssl rand -base64 32` prints (npm start makes its own); several with commas between, newest first';
  if (given === undefined || given === '') throw new ConfigError(`NEXTAUTH_SECRET is not set; allowed: ${allowed}`);
  const [first = '', ...older] = given.split(',').map((part) => part.trim());
  const short = [first, ...older].find((secret) => secret.length < 32);
  if (short !== undefined)
    throw new ConfigError(`NEXTAUTH_SECRET (${short.length} characters) is too short; allowed: ${allowed}`);
  return [first, ...older];
}

function readPublicUrl(environment: Environment): URL | undefined {
  const given = environment.NEXTAUTH_URL;
  if (given === undefined || given === '') return undefined;
  if (!isWebUrl(given)) {
    throw new ConfigError(
      `NEXTAUTH_URL is "${given}"; allowed: the http or https URL at which browsers open the dashboard`,
    );
  }
  return new URL(given);
}

function productionName(text: string): string | undefined {
  const name = text.trim();
  return name.length >= 1 && name.length <= 60 ? name : undefined;
}

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

let current: DashboardConfig | undefined;

/** The configuration of this process. */
export function dashboardConfig(): DashboardConfig {
  current ??= readConfig(process.env);
  return current;
}
