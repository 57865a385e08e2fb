import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls';
import { ConfigError } from '#contract';
import { type DatabaseHost, parseDatabaseUrl } from './database-url.ts';

/** A connection string without what only this process reads, and how its connections are encrypted, if that is not for the driver. */
type Encrypted = { url: string; ssl?: ConnectionOptions };

/**
 * Reads `sslmode` and `sslrootcert` of a connection string as libpq does, where the driver does not: it would send
 * `sslrootcert` to the server, check the names of a certificate also for `verify-ca`, and take "localhost" for the name of a
 * host that is an address. A file of root certificates is checked against in every mode. Throws `ConfigError` when it
 * cannot be read.
 */
export function tlsOfUrl(text: string): Encrypted {
  const { first, hosts = [] } = parseDatabaseUrl(text) ?? {};
  const roots = first?.searchParams.get('sslrootcert') ?? undefined;
  const mode = roots === 'system' ? 'verify-full' : (first?.searchParams.get('sslmode') ?? 'prefer');
  const url = text.replace(/([?&])sslrootcert=[^&]*/, '$1');
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
