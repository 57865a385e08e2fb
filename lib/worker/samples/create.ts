// `npm run samples`: creates the sample tasks on a running service.
import { createSampleTasksAsync, isRequestFailedError, TaskClient } from '#client';

const { TASKDECK_API_KEY: key, TASKDECK_EMAIL: email = 'admin@localhost', TASKDECK_PASSWORD: password } = process.env;
const endpoint = process.env.TASKDECK_SERVICE_URL ?? `http://127.0.0.1:${process.env.TASKDECK_SERVICE_PORT ?? 7700}`;
const options = {
  userAgentPrefix: 'taskdeck-samples',
  allowInsecureConnection: process.env.TASKDECK_ALLOW_INSECURE_SERVICE === 'true',
};

async function createSamples(): Promise<void> {
  const client = new TaskClient(endpoint, await credential(), options);
  for (const task of await createSampleTasksAsync(client, new Date())) console.log(`${task.id}  ${task.name}`);
}

async function credential(): Promise<{ key: string } | { accessToken: string }> {
  if (key !== undefined) return { key };
  if (password === undefined)
    throw new Error(
      'set TASKDECK_PASSWORD (and TASKDECK_EMAIL, unless it is admin@localhost) of an operator, or TASKDECK_API_KEY',
    );
  const { accessToken } = await new TaskClient(endpoint, 'anonymous', options).signInAsync({ email, password });
  return { accessToken };
}

try {
  await createSamples();
} catch (error) {
  const details = isRequestFailedError(error)
    ? error.details.map(({ pointer, message }) => `\n  ${pointer}: ${message}`)
    : [];
  console.error(
    `The sample tasks were not created on ${endpoint}: ${error instanceof Error ? error.message : error}${details.join('')}`,
  );
  process.exitCode = 1;
}
