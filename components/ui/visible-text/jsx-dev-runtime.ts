import type { ElementType, Key } from 'react';
import { type JSXSource, jsxDEV as make } from 'react/jsx-dev-runtime';
import { visibleProps } from './visible-props.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment } from 'react/jsx-dev-runtime';

/** As `jsx` of the other file here, in development. */
export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) {
  return make(type, visibleProps(props), key, isStatic, source, self);
}
