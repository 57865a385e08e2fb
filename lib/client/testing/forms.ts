import { LocksClient, LogsClient, StateClient, StepsClient, TaskClient } from '../index.ts';

/** The clients as a suite drives them: by their `…Async` names, whichever form stands behind these. */
export type Forms = {
  tasks: TaskClient;
  state: StateClient;
  logs: LogsClient;
  steps: StepsClient;
  locks: LocksClient;
};

/** Brings the clients that one connection has into a form; notes the names called. */
export type InForm = (tasks: TaskClient, driven: Set<string>) => Forms;

/** Every operation of every client, by its `…Async` name. */
export const operationNames: ReadonlySet<string> = new Set(
  [TaskClient, StateClient, LogsClient, StepsClient, LocksClient].flatMap(({ prototype }) => asyncNames(prototype)),
);

function asyncNames(prototype: object | null): string[] {
  if (prototype === null) return [];
  const own = Object.getOwnPropertyNames(prototype).filter((name) => name.endsWith('Async'));
  return [...own, ...asyncNames(Object.getPrototypeOf(prototype))];
}

/** The clients in their asynchronous form; `driven` collects the names called. */
export function asynchronous(tasks: TaskClient, driven: Set<string>): Forms {
  return inForm(tasks, (client, name, given) => {
    driven.add(name);
    return Reflect.apply(methodOf(client, name), client, given);
  });
}

/** The same clients in their synchronous form, made to look like the other one. */
export function synchronous(tasks: TaskClient, driven: Set<string>): Forms {
  return inForm(tasks, (client, name, given) => {
    driven.add(name);
    const form = methodOf(client, name.replace(/Async$/, ''));
    const answer = () => Reflect.apply(form, client, given);
    if (!/^(list|watch|follow)/.test(name)) return new Promise((resolve) => resolve(answer()));
    return asAsynchronous(answer());
  });
}

function inForm(tasks: TaskClient, call: (client: object, name: string, given: unknown[]) => unknown): Forms {
  const wrap = <Client extends object>(client: Client): Client =>
    new Proxy(client, {
      get: (target, name) =>
        typeof name === 'string' && name.endsWith('Async')
          ? (...given: unknown[]) => call(target, name, given)
          : Reflect.get(target, name),
    });
  return {
    tasks: wrap(tasks),
    state: wrap(tasks.getStateClient()),
    logs: wrap(tasks.getLogsClient()),
    steps: wrap(tasks.getStepsClient()),
    locks: wrap(tasks.getLocksClient()),
  };
}

type Listed = IterableIterator<unknown> & { byPage?: (settings?: object) => IterableIterator<unknown> };

/** A blocking list as an asynchronous one. */
function asAsynchronous(list: Listed): object {
  const turn = async function* (items: Iterable<unknown>) {
    yield* items;
  };
  return Object.assign(turn(list), { byPage: (settings?: object) => turn(list.byPage?.(settings) ?? []) });
}

function methodOf(client: object, name: string): (...given: unknown[]) => Listed {
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new Error(`there is no ${name}`);
  return (...given) => Reflect.apply(method, client, given);
}
