import { jsonLanguage } from '@codemirror/lang-json';
import { pointerPart } from '#contract';

/** Where a value stands in a JSON text and, for a member of an object, where its name does. */
export type JsonPlace = { from: number; to: number; name?: { from: number; to: number } };

type TreeNode = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

const valueNames = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/** Every value of a JSON text by its JSON Pointer (RFC 6901; the root's is empty), and where reading first went wrong. */
export function findPlaces(text: string): { places: Map<string, JsonPlace>; brokenAt: number | undefined } {
  const tree = jsonLanguage.parser.parse(text);
  const places = new Map<string, JsonPlace>();
  let brokenAt: number | undefined;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) brokenAt ??= node.from;
    },
  });
  const visit = (node: TreeNode, pointer: string, name?: JsonPlace['name']) => {
    places.set(pointer, { from: node.from, to: node.to, ...(name && { name }) });
    if (node.name === 'Array')
      for (const [index, item] of childrenOf(node).filter(isValue).entries()) visit(item, `${pointer}/${index}`);
    if (node.name === 'Object')
      for (const property of childrenOf(node).filter((child) => child.name === 'Property')) {
        const key = property.getChild('PropertyName');
        const value = childrenOf(property).find(isValue);
        const member = key && readString(text.slice(key.from, key.to));
        if (key && value && typeof member === 'string') visit(value, `${pointer}/${pointerPart(member)}`, key);
      }
  };
  const root = childrenOf(tree.topNode).find(isValue);
  if (root) visit(root, '');
  return { places, brokenAt };
}

/** The place of a pointer or, where the text does not hold it, of the nearest value around it. */
export function placeOf(places: ReadonlyMap<string, JsonPlace>, pointer: string): JsonPlace | undefined {
  for (let current = pointer; ; current = current.slice(0, current.lastIndexOf('/'))) {
    const place = places.get(current);
    if (place || current === '') return place;
  }
}

/** A JSON string literal's value; `undefined` while it is being written. */
export function readString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isValue(node: TreeNode): boolean {
  return valueNames.has(node.name);
}

function childrenOf(node: TreeNode): TreeNode[] {
  const children: TreeNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
