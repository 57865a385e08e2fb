/** Where a server listens. */
export type Place = { host: string; port: number };

/** A host of a connection string. `url` is the string for it alone, without `target_session_attrs`. */
export type DatabaseHost = Place & { url: string };

/** The parts of a connection string. `first` is the URL with the first of its hosts only. */
type DatabaseUrl = { first: URL; hosts: [DatabaseHost, ...DatabaseHost[]]; target: string | undefined };

const usualPort = 5_432;

/**
 * Splits a connection string of PostgreSQL, which may name several hosts:
 * `postgres://user:password@one:5432,other:5432/database`. Returns `undefined` for any other text.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, before, authority, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (before === undefined || authority === undefined || after === undefined) return undefined;
  const urls = authority.split(',').map((each) => URL.parse(before + each + after));
  const [first] = urls;
  const hosts = urls.flatMap((url) => (url === null || (url.hostname === '' && urls.length > 1) ? [] : [hostOf(url)]));
  const [firstHost, ...others] = hosts;
  if (!first || firstHost === undefined || hosts.length < urls.length) return undefined;
  const target = first.searchParams.get('target_session_attrs') ?? undefined;
  return { first, hosts: [firstHost, ...others], target };
}

function hostOf(url: URL): DatabaseHost {
  const { hostname, port } = url;
  const own = new URL(url);
  own.searchParams.delete('target_session_attrs');
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usualPort : Number(port), url: own.href };
}
