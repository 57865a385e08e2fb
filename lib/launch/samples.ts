// `npm run samples`: creates the sample tasks and entries, by a task of the sample types.
import { z } from 'zod';
import { isRequestFailedError, TaskClient } from '#client';
import { taskConfig } from '#contract';
import { connect } from '#database';
import { createEngine } from '#engine';
import { giveUp, StartError } from './steps.mjs';

const config = { type: 'sample.load', input: {}, tags: { sample: 'true' } };
const waitInMs = 30_000;
const loaded = z.object({ tasks: z.number(), entries: z.number() });

type Ended = { id: string; status: string; output?: unknown };

/** Loads over HTTP with an API key or a password, or else into the database of the `npm start` on this data folder. */
async function loadSamples(env: Record<string, string | undefined>): Promise<Ended> {
  if (env.TASKDECK_API_KEY !== undefined || env.TASKDECK_PASSWORD !== undefined) return loadOverHttp(env);
  if (env.DATABASE_URL !== undefined) return loadInDatabase(env.DATABASE_URL);
  throw new StartError(
    'Nothing runs on this data folder. Run "npm start" first, or set TASKDECK_SERVICE_URL and TASKDECK_API_KEY of a service elsewhere.',
  );
}

async function loadOverHttp(env: Record<string, string | undefined>): Promise<Ended> {
  const { TASKDECK_SERVICE_URL: endpoint = 'http://127.0.0.1:7700', TASKDECK_API_KEY: key } = env;
  const { TASKDECK_EMAIL: email = 'admin@localhost', TASKDECK_PASSWORD: password = '' } = env;
  const options = { allowInsecureConnection: env.TASKDECK_ALLOW_INSECURE_SERVICE === 'true' };
  const signIn = () => new TaskClient(endpoint, 'anonymous', options).signInAsync({ email, password });
  const client = new TaskClient(endpoint, key === undefined ? await signIn() : { key }, options);
  const operation = await client.createTaskAndWaitAsync(config);
  return operation.waitForCompletion({ abortSignal: AbortSignal.timeout(waitInMs) });
}

async function loadInDatabase(databaseUrl: string): Promise<Ended> {
  const database = connect(databaseUrl, { connections: 3, name: 'taskdeck samples' });
  const engine = createEngine(database);
  try {
    const { task } = await engine.createTask(taskConfig.parse(config), { name: 'npm run samples' });
    return await engine.waitForTask(task.id, waitInMs);
  } finally {
    await engine.close();
    await database.end({ timeout: 1 });
  }
}

/** Converts failures that the caller can correct to sentences. */
function explain(cause: Error): StartError | Error {
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'UnknownTaskType')
    return new StartError(
      'No worker serves the samples. The worker of "npm start" does, unless DATABASE_URL or TASKDECK_SAMPLES=false is set; so does "npm run worker -- ./lib/samples/index.ts".',
      { cause },
    );
  return isRequestFailedError(cause)
    ? new StartError(`The samples were not loaded: ${cause.message}`, { cause })
    : cause;
}

try {
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const { id, status, output } = await loadSamples(env).catch((error: Error) => Promise.reject(explain(error)));
  if (status !== 'succeeded') throw new StartError(`The samples were not loaded: task ${id} is ${status}.`);
  const { tasks, entries } = loaded.parse(output);
  console.log(`${tasks} sample tasks created, ${entries} sample entries saved.`);
} catch (error) {
  giveUp(error);
}
