import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls';
import { ConfigError } from '#contract';
import { type DatabaseHost, parseDatabaseUrl } from './database-url.ts';

/** A connection string without what only this process reads, and how its connections are encrypted, if that is not for the driver. */
type Encrypted = { url: string; ssl?: ConnectionOptions };

/** What the driver cannot do. It would send them to the server as settings. */
const unsupported = ['sslcert', 'sslkey', 'sslpassword', 'sslcrl', 'sslcrldir'];

/**
 * Reads `sslmode`, `sslrootcert` and `channel_binding` of a connection string as libpq does, where the driver does not: it
 * would send the last two to the server, check the names of a certificate also for `verify-ca`, and take "localhost" for the
 * name of a host that is an address. A file of root certificates is checked against in every mode. Throws `ConfigError` when
 * it cannot be read, and for what the driver cannot do.
 */
export function tlsOfUrl(text: string): Encrypted {
  const { first, hosts = [] } = parseDatabaseUrl(text) ?? {};
  refuseUnsupported(first);
  const roots = first?.searchParams.get('sslrootcert') ?? undefined;
  const mode = roots === 'system' ? 'verify-full' : (first?.searchParams.get('sslmode') ?? 'prefer');
  const url = text.replace(/([?&])(?:sslrootcert|channel_binding)=[^&]*/g, '$1');
  if (mode === 'disable' || (roots === undefined && !mode.startsWith('verify-'))) return { url };
  return {
    url,
    ssl: {
      ...(roots !== undefined && roots !== 'system' && { ca: readRoots(roots) }),
      checkServerIdentity: (name, certificate) =>
        mode === 'verify-full' ? problemOf(hosts, name, certificate) : undefined,
    },
  };
}

function refuseUnsupported(url: URL | undefined): void {
  const [name] = unsupported.filter((parameter) => url?.searchParams.has(parameter));
  if (name !== undefined)
    throw new ConfigError(`the parameter ${name} of a database URL is not supported: client certificates are not sent`);
  if (url?.searchParams.get('channel_binding') === 'require')
    throw new ConfigError(
      'channel_binding=require of a database URL is not supported: leave it out, and let sslmode=verify-full check the server',
    );
}

function readRoots(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `the sslrootcert of a database URL cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** What is wrong with the names of a certificate. A connection to an address has no name: the certificate must be for one of these. */
function problemOf(hosts: readonly DatabaseHost[], name: string, certificate: PeerCertificate): Error | undefined {
  const addresses = hosts.map(({ host }) => host).filter((host) => isIP(host) !== 0);
  const allowed = hosts.some(({ host }) => host === name) || addresses.length === 0 ? [name] : addresses;
  const problems = allowed.map((each) => checkServerIdentity(each, certificate));
  return problems.includes(undefined) ? undefined : problems[0];
}
