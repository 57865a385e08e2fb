import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyTaskDefinition } from '#engine';
import { isTaskDefinition } from './define-task.ts';

/**
 * The task definitions that modules export, each by itself or in an array. A path is relative to the working folder; a
 * bare name is a package. Throws with a sentence that names the module where it cannot be loaded or exports none.
 */
export async function loadDefinitions(modules: readonly string[]): Promise<AnyTaskDefinition[]> {
  const loaded = await Promise.all(modules.map(loadModule));
  return uniqueDefinitions(loaded.flat());
}

/** Definitions as the worker holds them. Throws where a value is none, or two have one type. */
export function uniqueDefinitions(values: readonly object[]): AnyTaskDefinition[] {
  const byType = new Map<string, AnyTaskDefinition>();
  for (const value of values) {
    if (!isTaskDefinition(value)) throw new TypeError('a definition is what defineTask returns');
    const known = byType.get(value.type);
    if (known !== undefined && known !== value) throw new Error(`the task type "${value.type}" is defined twice`);
    byType.set(value.type, value);
  }
  return [...byType.values()];
}

async function loadModule(name: string): Promise<AnyTaskDefinition[]> {
  let exported: Record<string, unknown>;
  try {
    exported = await import(/[./\\]/.test(name) ? pathToFileURL(resolve(name)).href : name);
  } catch (cause) {
    throw new Error(
      `the task module "${name}" could not be loaded: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
  const definitions = Object.values(exported).flat().filter(isTaskDefinition);
  if (definitions.length === 0)
    throw new Error(
      `the task module "${name}" exports no task definition: export what defineTask returns, or an array of it`,
    );
  return definitions;
}
