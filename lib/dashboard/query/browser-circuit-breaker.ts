import { browserClock } from '../live/clock.ts';
import { isServiceReady } from '../live/is-service-ready.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Whether the service can be read from, as the reads of this tab found. */
export const circuitBreaker = new CircuitBreaker({
  ...browserClock,
  random: () => Math.random(),
  isIdle: () => document.hidden,
  isReady: () => isServiceReady(),
});
