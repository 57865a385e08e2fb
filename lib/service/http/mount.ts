import type { Hono } from 'hono';
import { type Operation, type OperationName, operations } from '#contract';
import type { Service } from '../service.ts';
import type { Observe } from '../system/metrics.ts';
import { mountUploadDiscovery } from '../uploads/mount-discovery.ts';
import { verbs } from '../verbs.ts';
import { createHandler, type ServiceBindings } from './handle.ts';
import { createAddressOf, requestIdOf } from './headers.ts';
import { HttpError, toFailure } from './problem.ts';
import { respondProblem } from './respond.ts';
import type { Plan } from './stages/exchange.ts';

/** Mounts every operation of the table. Other methods of a known path answer 405 with `Allow`. */
export function mountOperations(app: Hono<ServiceBindings>, service: Service, observe: Observe): void {
  const methodsOf = new Map<string, string[]>();
  const addressOf = createAddressOf(service.config, (peer) => service.ownProcess.noteForwarding(peer));
  for (const name of operationNames()) {
    const operation: Operation = operations[name];
    const path = routeOf(operation);
    const verb = trustVerb(verbs[name]);
    app.on(operation.method, path, createHandler({ name, operation, verb, service, observe, addressOf }));
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), operation.method]);
  }
  mountUploadDiscovery(app, service);
  for (const [path, methods] of methodsOf) refuseOtherMethods(app, path, methods);
}

/** Answers 405 for every method of a path that is not mounted. */
export function refuseOtherMethods(app: Hono<ServiceBindings>, path: string, methods: readonly string[]): void {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  app.all(path, (c) => {
    const error = new HttpError('MethodNotAllowed', `${c.req.method} is not possible here; allowed: ${allowed}`, {
      allow: allowed,
    });
    return respondProblem(toFailure(error), requestIdOf(c.env.incoming));
  });
}

/** Converts `/v1/tasks/{id}` to Hono's form: `/v1/tasks/:id`, or `:id{.+}` for the rest of a path. */
function routeOf({ path, hasRestPath }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1') + (hasRestPath ? '{.+}' : '');
}

/** The names of all operations. */
export function operationNames(): OperationName[] {
  return Object.keys(operations) as OperationName[];
}

/** Each verb accepts what its operation's schemas parse. Both are found by the same name, so the types agree. */
function trustVerb(verb: unknown): Plan['verb'] {
  return verb as Plan['verb'];
}
