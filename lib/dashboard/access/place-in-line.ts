import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallerLeft, OwnerPlaces } from '#contract';
import { clientAddressOf } from './client-address.ts';
import { headersOf } from './raw-request.ts';
import { readSession, type SessionConfig } from './session.ts';

/** As many as a browser sends at the same time over HTTP/1.1. */
export const placesOfOne = 6;

/** A download that is made while it is taken keeps a page of what it reads in memory: megabytes, for hours. */
const madeWhileTaken = /\/(?:export|download)$/;

/** The connection ends when nothing of an answer is taken for so long. */
export const untakenInMs = 20_000;

/** Sign-ins take turns at the service, and probes of this process must not wait behind them. */
const withoutPlace = /^\/(?:_next\/static\/|api\/auth\/|api\/healthz$)/;

/**
 * Bounds what Next.js does at the same time for one operator, or for one address without a session, so that the others
 * are answered meanwhile. Returns a function that resolves with whether a request is to be handled, which is not so when
 * its browser has left. Downloads have places of their own, as they can take hours. A stream counts only until it begins:
 * it holds little.
 */
export function placesInLine(config: SessionConfig) {
  const ofPages = new OwnerPlaces(placesOfOne);
  const ofDownloads = new OwnerPlaces(placesOfOne);
  return async (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => {
    if (withoutPlace.test(path)) return true;
    const headers = headersOf(incoming);
    const session = await readSession(headers, config);
    const places = madeWhileTaken.test(path) ? ofDownloads : ofPages;
    try {
      await places.add(session === undefined ? `at ${clientAddressOf(headers)}` : `of ${session.operator.id}`, {
        incoming,
        outgoing,
      });
    } catch (error) {
      if (error instanceof CallerLeft) return false;
      throw error;
    }
    whenHeadIsWritten(outgoing, () => {
      if (isStream(outgoing)) places.giveBack(outgoing);
      else if (!outgoing.hasHeader('content-disposition')) endUntaken(outgoing);
    });
    return true;
  };
}

function whenHeadIsWritten(outgoing: ServerResponse, then: () => void): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = (...head: unknown[]) => {
    Reflect.apply(writeHead, outgoing, head);
    then();
    return outgoing;
  };
}

function isStream(outgoing: ServerResponse): boolean {
  return String(outgoing.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

/** A browser that does not read must not keep an answer in memory. */
function endUntaken(outgoing: ServerResponse): void {
  outgoing.setTimeout(untakenInMs, () => {
    if (outgoing.writableLength > 0) outgoing.destroy();
  });
}
