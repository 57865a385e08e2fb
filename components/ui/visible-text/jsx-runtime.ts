import type { ElementType, Key } from 'react';
import { jsx as make, jsxs as makeOfMany } from 'react/jsx-runtime';
import { visibleProps } from './visible-props.ts';

// Every JSX element of this project is made here (`jsxImportSource`), so no text of others comes to a page unseen.
export type { JSX } from 'react/jsx-runtime';
export { Fragment } from 'react/jsx-runtime';

/** Makes an element of which every text can be seen. */
export function jsx(type: ElementType, props: object, key?: Key) {
  return make(type, visibleProps(props), key);
}

/** Makes an element with several children of which every text can be seen. */
export function jsxs(type: ElementType, props: object, key?: Key) {
  return makeOfMany(type, visibleProps(props), key);
}
