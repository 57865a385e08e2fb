import type { PipelinePolicy, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { sentOperation } from '../sent-operation.ts';
import { requestIdHeader } from './request-id.ts';

/**
 * Creates one span for each call, with the operation's name, around all its tries, and sends its context in
 * `traceparent`. Costs almost nothing without an OpenTelemetry SDK. Attributes follow the HTTP client conventions and
 * contain nothing from the query, the headers or the body.
 */
export function tracingPolicy(): PipelinePolicy {
  const tracer = trace.getTracer('taskdeck-client');
  return {
    name: 'tracingPolicy',
    sendRequest(request, next) {
      const span = tracer.startSpan(sentOperation(request)?.name ?? request.method, {
        kind: SpanKind.CLIENT,
        attributes: attributesOf(request),
      });
      return context.with(trace.setSpan(context.active(), span), async () => {
        propagation.inject(context.active(), request.headers, {
          set: (headers, name, value) => headers.set(name, value),
        });
        try {
          const response = await next(request);
          noteAnswer(span, response);
          return response;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          throw error;
        } finally {
          span.end();
        }
      });
    },
  };
}

function attributesOf(request: PipelineRequest) {
  const { hostname, port, protocol } = new URL(request.url);
  const template = sentOperation(request)?.operation.path;
  return {
    'http.request.method': request.method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(template === undefined ? {} : { 'url.template': template }),
    'taskdeck.request_id': request.headers.get(requestIdHeader) ?? '',
  };
}

function noteAnswer(span: Span, { status }: PipelineResponse): void {
  span.setAttribute('http.response.status_code', status);
  if (status < 400) return;
  span.setAttribute('error.type', String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
