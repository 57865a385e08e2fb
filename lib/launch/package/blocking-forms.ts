/** An asynchronous operation in a declaration file, with its doc comment. */
const operation = /^( *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {4}(\w+?)(?<!As)Async\(/gm;

/**
 * Adds to the declarations of a client's operations the blocking form of each, with the same doc comment and parameters
 * and a named result. An editor shows neither for the mapped type `SyncForms`, which declares them in the source.
 */
export function withBlockingForms(declarations: string, clientIndex: string): string {
  const declared = declarations.replaceAll(
    operation,
    (found, comment: string | undefined, name: string, at: number) => {
      const [parameters, rest] = splitAt(declarations.slice(at + found.length), ')');
      const [result] = splitAt(rest.slice(': '.length), ';');
      return `${comment ?? ''}    ${name}(${parameters}): ${blockingResult(result)};\n${found}`;
    },
  );
  if (declared === declarations) return declarations;
  const missing = ['Page', 'SyncPageable', 'SyncResult'].filter((type) => !importOf(type).test(declarations));
  return `import type { ${missing.join(', ')} } from '${clientIndex}';\n${declared}`;
}

const importOf = (type: string) => new RegExp(`^import [^;]*\\b${type}\\b`, 'm');

/** Removes the mapped type from the base of a client, whose operations declare their blocking forms themselves. */
export function withoutMappedForms(declarations: string): string {
  return declarations.replace(/ & import\("[^"]+"\)\.SyncForms<\w+>/g, '');
}

function blockingResult(result: string): string {
  const [, kind, inner = ''] = /^(Promise|Pageable|AsyncIterableIterator)<([\s\S]*)>$/.exec(result) ?? [];
  if (kind === 'AsyncIterableIterator') return `IterableIterator<${inner}>`;
  if (kind === 'Pageable') return `SyncPageable<${splitAt(inner, ',')[0]}, Page<${inner}>>`;
  const isMapped = /^(CreateTaskAndWaitOperation|BlobDownload|StateDownloadResponse)$/.test(inner);
  return isMapped ? `SyncResult<${result}>` : inner;
}

/** Splits a text at the first occurrence of a character that is not within brackets. */
function splitAt(text: string, character: string): [string, string] {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const current = text.charAt(at);
    if (depth === 0 && current === character) return [text.slice(0, at), text.slice(at + 1)];
    if ('([{<'.includes(current)) depth += 1;
    else if (')]}'.includes(current) || (current === '>' && text.charAt(at - 1) !== '=')) depth -= 1;
  }
  return [text, ''];
}
