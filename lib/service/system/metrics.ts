import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperationName } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';

/** Records one request: its operation, status and seconds. */
export type Observe = (operation: OperationName, status: number, seconds: number) => void;

export type Metrics = { registry: Registry; observe: Observe };

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Metrics of one service process, for Prometheus. */
export function createMetrics(engine: Pick<GuardedEngine, 'getStatistics'>, logger: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'taskdeck_request_duration_seconds',
    help: 'Time from the request to its answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [registry],
  });
  new Gauge({
    name: 'taskdeck_tasks',
    help: 'Tasks by the status of their current run, counted to 10000',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const { byStatus } = await engine.getStatistics(3_600_000); // cached by the engine
        for (const { status, count } of byStatus) this.set({ status }, count);
      } catch (error) {
        logger.warn({ error }, 'tasks could not be counted'); // the other metrics matter most then
      }
    },
  });
  return { registry, observe: (operation, status, seconds) => durations.observe({ operation, status }, seconds) };
}
