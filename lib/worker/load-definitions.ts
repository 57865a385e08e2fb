import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isThrownError, textOfThrown } from '#contract';
import { type AnyTaskDefinition, isOwnModule, toldCauses } from '#engine';
import { isTaskDefinition } from './define-task.ts';

/**
 * Loads the task definitions that modules export, separately or in an array. A path is relative to the working folder;
 * a bare name is a package. Throws an error with the module's name when it cannot be loaded or exports none.
 */
export async function loadDefinitions(modules: readonly string[]): Promise<AnyTaskDefinition[]> {
  const loaded = await Promise.all(modules.map(loadModule));
  return uniqueDefinitions(loaded.flat());
}

/** Returns the definitions of a worker. Throws when a value is not a definition, or when two have the same type. */
export function uniqueDefinitions(values: readonly object[]): AnyTaskDefinition[] {
  const byType = new Map<string, AnyTaskDefinition>();
  for (const value of values) {
    if (!isTaskDefinition(value)) throw new TypeError('a task definition must come from defineTask');
    const known = byType.get(value.type);
    if (known !== undefined && known !== value) throw new Error(`the task type "${value.type}" is defined twice`);
    byType.set(value.type, value);
  }
  return [...byType.values()];
}

async function loadModule(name: string): Promise<AnyTaskDefinition[]> {
  const isPath = /[./\\]/.test(name);
  if (isPath && statSync(name, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`the task module "${name}" is a folder: name the file in it that exports the task types`);
  let exported: Record<string, unknown>;
  try {
    exported = await import(isPath ? pathToFileURL(resolve(name)).href : name);
  } catch (cause) {
    throw new Error(`the task module "${name}" could not be loaded: ${toldOf(cause)}`, { cause });
  }
  const definitions = Object.values(exported).flat().filter(isTaskDefinition);
  if (definitions.length === 0)
    throw new Error(
      `the task module "${name}" exports no task definition: export the result of defineTask, or an array of results`,
    );
  return definitions;
}

/** The messages of what was thrown and of its causes, with the place in the module: Node.js has it in the stack alone. */
function toldOf(thrown: unknown): string {
  if (!isThrownError(thrown)) return textOfThrown(thrown);
  const { message } = toldCauses(thrown);
  const places = [...(thrown.stack ?? '').matchAll(/(?:file:\/\/)?((?:\/|[A-Z]:)[^\s()]*?)(?::\d+)+/g)];
  const [place] = places.find(([, path = '']) => isOwnModule(path)) ?? [];
  return place === undefined ? message : `${message} (at ${place})`;
}
