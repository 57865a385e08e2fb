import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { NonRetryableError } from '../definition/failures.ts';
import { type HttpAllowRule, httpAllowVariable, isAllowed } from './http-allow.ts';
import { isPublicAddress } from './public-address.ts';

/** Connections for requests whose address a caller gave: those of `http.request`, `workflow` and alerts. */
export type Outlet = { dispatcher: Dispatcher };

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A connection to an address that is not public and that no rule allows. */
export class HostNotAllowedError extends NonRetryableError {
  override name = 'HostNotAllowedError';

  constructor(host: string, port: number) {
    super(
      `no connection to ${host}, port ${port}, is allowed: its address is not public; ` +
        `${httpAllowVariable} lists the exceptions`,
    );
  }
}

/**
 * Returns connections that reach public addresses, and others by the rules. The decision is made on the addresses that
 * the connection uses, so a name that resolves differently the next time changes nothing.
 */
export function createOutlet(rules: readonly HttpAllowRule[], resolveName: Resolve = resolve): Outlet {
  const mayReach = (host: string, port: number, address: string) =>
    isPublicAddress(address) || isAllowed(rules, { host, port, address });

  const connect: buildConnector.connector = (options, done) => {
    const host = options.hostname;
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const refuse = () => new HostNotAllowedError(isIP(host) === 6 ? `[${host}]` : host, port);
    if (isIP(host) !== 0 && !mayReach(host, port, host)) return done(refuse(), null); // literal: there is no lookup
    const lookup = lookupOnly((address) => mayReach(host, port, address), refuse, resolveName);
    buildConnector({ lookup, maxCachedSessions: 0 })(options, (...outcome) => {
      const [error, socket] = outcome;
      if (error !== null || mayReach(host, port, socket.remoteAddress ?? '')) return done(...outcome);
      socket.destroy();
      done(refuse(), null);
    });
  };
  // The request has its own time limit, so that these two would only shorten it.
  return { dispatcher: new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 }) };
}

/** A lookup that answers with the permitted addresses of a name, and fails when there is none. */
function lookupOnly(mayReach: (address: string) => boolean, refuse: () => Error, resolveName: Resolve): LookupFunction {
  return (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const permitted = addresses.filter(({ address }) => mayReach(address));
      const [first] = permitted;
      if (first === undefined) return done(refuse(), []);
      if (options.all === true) done(null, permitted);
      else done(null, first.address, first.family);
    });
  };
}
