/** A migration: its name, which starts with its number, and its text. */
type Migration = { name: string; text: string };

const definition = /create (?:or replace )?function (\w+)[\s\S]*?(\$\w*\$)[\s\S]*?\2/gi;

/**
 * Returns the last migration that defines the function whose definition holds a text of the named one, or `undefined`
 * when the text is outside of functions. A fault in an earlier definition is never run.
 */
export function newestDefinition(migrations: readonly Migration[], name: string, text: string): string | undefined {
  const defined = migrations.flatMap((migration) =>
    Array.from(migration.text.matchAll(definition), ([whole, called]) => ({ in: migration.name, called, whole })),
  );
  const named = defined.find((one) => one.in === name && one.whole.includes(text))?.called;
  if (named === undefined) return undefined;
  const places = defined.filter(({ called }) => called === named).map((one) => one.in);
  return places.sort().at(-1);
}
