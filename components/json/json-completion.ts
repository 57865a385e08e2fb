import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type JsonObject, stringifyJson } from '#contract';
import { readString } from './json-places.ts';
import { propertiesAt, valuesAt } from './json-schema-walk.ts';

type TreeNode = ReturnType<typeof syntaxTree>['topNode'];

/** Offers the property names and values that a schema knows at the caret. */
export function completeFromSchema(schema: JsonObject, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const inside = syntaxTree(state).resolveInner(pos, -1);
  const word = context.matchBefore(/"?[\w$-]*/);
  const from = inside.name === 'PropertyName' || inside.name === 'String' ? inside.from : (word?.from ?? pos);
  if (!context.explicit && from === pos) return null;
  const property = nearest(inside, 'Property');
  const isInValue = property !== null && isAfterColon(property, from);
  const options = isInValue ? valueOptions(schema, state, property) : nameOptions(schema, state, inside, pos);
  const isQuoted = inside.name === 'PropertyName' || inside.name === 'String';
  return options.length === 0 ? null : { from, to: isQuoted ? Math.max(inside.to, pos) : pos, options };
}

function nameOptions(schema: JsonObject, state: EditorState, inside: TreeNode, pos: number): Completion[] {
  const object = nearest(inside, 'Object');
  if (!object || object.to === pos) return [];
  const written = new Set(
    object.getChildren('Property').flatMap((property) => {
      const isThis = property.from <= pos && pos <= property.to;
      return isThis ? [] : [nameOf(property, state)];
    }),
  );
  const present = inside.name === 'PropertyName' && inside.nextSibling !== null;
  return propertiesAt(schema, pathOf(object, state))
    .filter(({ name }) => !written.has(name))
    .map(({ name, about, isRequired }) => ({
      label: JSON.stringify(name),
      apply: present ? JSON.stringify(name) : `${JSON.stringify(name)}: `,
      detail: isRequired ? 'required' : '',
      info: about,
      type: 'property',
      boost: isRequired ? 1 : 0,
    }));
}

function valueOptions(schema: JsonObject, state: EditorState, property: TreeNode): Completion[] {
  const object = property.parent;
  const name = nameOf(property, state);
  if (!object || name === undefined) return [];
  const labels = valuesAt(schema, [...pathOf(object, state), name]).map((value) => stringifyJson(value));
  return [...new Set(labels)].map((label) => ({ label, type: 'constant' }));
}

/** The path from the root to an object or array. */
function pathOf(node: TreeNode, state: EditorState): (string | number)[] {
  const { parent } = node;
  if (!parent) return [];
  if (parent.name === 'Property') {
    const name = nameOf(parent, state);
    return parent.parent && name !== undefined ? [...pathOf(parent.parent, state), name] : [];
  }
  if (parent.name !== 'Array') return [];
  let index = 0;
  for (let before = node.prevSibling; before; before = before.prevSibling) if (before.name === ',') index += 1;
  return [...pathOf(parent, state), index];
}

function nameOf(property: TreeNode, state: EditorState): string | undefined {
  const name = property.getChild('PropertyName');
  return name ? readString(state.sliceDoc(name.from, name.to)) : undefined;
}

function isAfterColon(property: TreeNode, from: number): boolean {
  const name = property.getChild('PropertyName');
  return name !== null && from > name.to;
}

function nearest(node: TreeNode, name: 'Property' | 'Object'): TreeNode | null {
  for (let current: TreeNode | null = node; current; current = current.parent) {
    if (current.name === name) return current;
    if (name === 'Property' && (current.name === 'Object' || current.name === 'Array') && current !== node) return null;
    if (name === 'Property' && current === node && (current.name === 'Object' || current.name === 'Array')) return null;
  }
  return null;
}
