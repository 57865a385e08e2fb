import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { beforeEach, expect, test } from 'vitest';
import { TaskClient } from '../index.ts';
import { json, problem, reset, startLocalServer } from '../testing/local-server.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
beforeEach(() => exporter.reset());

const retry = { initialDelayInMs: 1 };

test('a call is one span around all its tries, and the service learns which', async () => {
  await using server = await startLocalServer(reset, json(200, '{}'));
  const client = new TaskClient(server.url, { key: 'top-secret' }, { retry });
  await provider.getTracer('program').startActiveSpan('work', async (work) => {
    await client.getTaskAsync('t-1');
    work.end();
  });
  const [span, work] = exporter.getFinishedSpans();
  expect(span).toMatchObject({
    name: 'GetTask',
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'url.template': '/v1/tasks/{id}',
    },
  });
  expect(span?.parentSpanContext?.spanId).toBe(work?.spanContext().spanId);
  const { traceId, spanId } = span?.spanContext() ?? {};
  const parents = server.received.map(({ headers }) => headers.traceparent);
  expect(parents).toEqual([`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]);
  expect(span?.attributes['taskdeck.request_id']).toBe(server.received[0]?.headers['x-request-id']);
});

test('a failed call is a failed span, which holds nothing of what was sent', async () => {
  await using server = await startLocalServer(problem(404, 'TaskNotFound'), reset);
  const client = new TaskClient(server.url, { key: 'top-secret' }, { retry: { maximumRetries: 0 } });
  await client
    .listTasksAsync({ search: 'top-secret' })
    .next()
    .catch(() => {});
  await client.createTaskAsync({ type: 'top-secret' }).catch(() => {});
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name, status, attributes }) => [name, status.code, attributes['error.type']])).toEqual([
    ['ListTasks', SpanStatusCode.ERROR, '404'],
    ['CreateTask', SpanStatusCode.ERROR, 'RestError'],
  ]);
  const told = spans.map(({ attributes, events, status }) => ({ attributes, events, status }));
  expect(JSON.stringify(told)).not.toContain('top-secret');
});

test.each([
  ['https://127.0.0.1', 443],
  ['http://127.0.0.1', 80],
  ['https://127.0.0.1:1', 1],
])('a span of a call to %s names the port %i', async (endpoint, port) => {
  const client = new TaskClient(endpoint, { key: 'k' }, { retry: { maximumRetries: 0 } });
  await client.getTaskAsync('t').catch(() => {});
  expect(exporter.getFinishedSpans()[0]?.attributes['server.port']).toBe(port);
});
