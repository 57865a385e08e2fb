import { createEmptyPipeline, multipartPolicy, type Pipeline } from '@azure/core-rest-pipeline';
import { scopePrefix } from '#contract';
import type { TaskClientCredential, TaskClientOptions } from './options.ts';
import { answerLimitPolicy } from './policies/answer-limit.ts';
import { authenticationPolicy } from './policies/authentication.ts';
import { connectionLimitPolicy } from './policies/connection-limit.ts';
import { deadlinePolicy } from './policies/deadline.ts';
import { idempotencyKeyPolicy } from './policies/idempotency-key.ts';
import { isolationPolicy } from './policies/isolation.ts';
import { logPolicy } from './policies/log.ts';
import { requestIdPolicy } from './policies/request-id.ts';
import { retryPolicy } from './policies/retry.ts';
import { tracingPolicy } from './policies/tracing.ts';
import { userAgentPolicy } from './policies/user-agent.ts';

/** Longer than any answer of the service: pages have up to 16 MiB, and one more item. */
const longestAnswerBytes = 128 * 1024 * 1024;

/** Returns the policies of every request, outermost first. Policies after `retryPolicy` run once for each try. */
export function createPipeline(credential: TaskClientCredential, options: TaskClientOptions): Pipeline {
  const own = (position: 'perCall' | 'perRetry') =>
    (options.additionalPolicies ?? []).filter((added) => added.position === position).map((added) => added.policy);
  const pipeline = createEmptyPipeline();
  const policies = [
    userAgentPolicy(options.userAgentPrefix),
    requestIdPolicy(),
    tracingPolicy(),
    idempotencyKeyPolicy(),
    isolationPolicy(options.isolation ?? 'shared', options.namespace),
    multipartPolicy(),
    ...own('perCall'),
    retryPolicy(options.retry),
    authenticationPolicy(credential, options.tokenScopes ?? [`${scopePrefix}.default`]),
    ...own('perRetry'),
    connectionLimitPolicy(options.maximumConnections ?? 128),
    ...(options.logger === undefined ? [] : [logPolicy(options.logger)]),
    deadlinePolicy(),
    answerLimitPolicy(options.maximumAnswerBytes ?? longestAnswerBytes),
  ];
  for (const policy of policies) pipeline.addPolicy(policy);
  return pipeline;
}
