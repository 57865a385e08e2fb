import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { stringifyJson } from '#contract';
import type { ServiceBindings } from '../http/handle.ts';
import { requestIdOf } from '../http/headers.ts';
import { refuseOtherMethods } from '../http/mount.ts';
import { originOf } from '../http/next-link.ts';
import { toFailure } from '../http/problem.ts';
import { headersFor, respondProblem } from '../http/respond.ts';
import { untakenInMs } from '../http/stages/answer.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Service } from '../service.ts';
import type { Metrics } from './metrics.ts';
import { sharedFor } from './shared-for.ts';

/** Shorter than Prometheus waits between two readings. */
const metricsKeptForMs = 1_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work now (the database answers and it is not stopping).
 * `/metrics`: for Prometheus. `/v1/openapi.json`: the interface. None needs a token and none tells anything of a task.
 */
export function mountSystem(app: Hono<ServiceBindings>, service: Service, metrics: Metrics): void {
  let document: DocumentParts | undefined; // made at the first request: it takes long, and a start should not
  // Anybody may ask, as often as they like: a text of megabytes is written once for all of them.
  const writeMetrics = sharedFor(metricsKeptForMs, async () => encoder.encode(await metrics.registry.metrics()));
  const askDatabase = sharedFor(0, async () => void (await service.database`select 1`));
  const answers: Record<string, (asked: IncomingMessage) => Promise<Answer>> = {
    '/healthz': async () => json({ status: 'ok' }),
    '/readyz': async () => {
      if (service.stopping.aborted) return json({ status: 'stopping' }, 503);
      await askDatabase();
      return json({ status: 'ready' });
    },
    '/metrics': async () => ({ mediaType: metrics.registry.contentType, body: streamOf([await writeMetrics()]) }),
    '/v1/openapi.json': async (asked) => {
      const url = service.config.publicUrl ?? originOf(asked);
      document ??= partsOfDocument();
      const { head, tail } = document;
      const parts = [head, encoder.encode(stringifyJson(url)), tail];
      return { mediaType: 'application/json', body: streamOf(parts) };
    },
  };
  if (!service.config.hasMetrics) delete answers['/metrics'];
  if (!service.config.hasOpenApi) delete answers['/v1/openapi.json'];
  for (const [path, answer] of Object.entries(answers)) {
    app.get(path, async (c) => {
      const requestId = requestIdOf(c.env.incoming);
      try {
        const { status = 200, mediaType, body } = await answer(c.env.incoming);
        c.env.outgoing.setTimeout(untakenInMs);
        return new Response(body, { status, headers: headersFor(requestId, mediaType) });
      } catch (error) {
        const failure = toFailure(error);
        if (failure.isUnforeseen) service.logger.error({ requestId, path, error }, 'request failed');
        return respondProblem(failure, requestId);
      }
    });
    refuseOtherMethods(app, path, ['GET']);
  }
}

type Answer = { status?: number; mediaType: string; body: string | ReadableStream<Uint8Array> };

const encoder = new TextEncoder();

/** The OpenAPI document before and after the URL of the service. All answers share these bytes: anybody may ask for it. */
type DocumentParts = { head: Uint8Array; tail: Uint8Array };

function partsOfDocument(): DocumentParts {
  const placeholder = 'http://the-service.invalid';
  const [head = '', tail = ''] = stringifyJson(openApiDocument(placeholder)).split(stringifyJson(placeholder));
  return { head: encoder.encode(head), tail: encoder.encode(tail) };
}

/** A caller who does not read keeps nothing of its own in memory. */
function streamOf(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

function json(value: Record<string, string>, status = 200): Answer {
  return { status, mediaType: 'application/json', body: stringifyJson(value) };
}
