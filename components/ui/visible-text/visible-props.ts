import { visibleText } from '#contract';

/** Attributes that browsers and screen readers tell as text. */
const told = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title', 'label'];

/**
 * Returns the properties of an element with what cannot be seen in its texts written out. Values of fields stay: they are
 * edited.
 */
export function visibleProps<Props>(props: Props): Props;
export function visibleProps(props: Readonly<Record<string, unknown>>): object {
  const children = visibleChildren(props.children);
  let visible = children === props.children ? props : { ...props, children };
  for (const name of told) {
    const text = props[name];
    if (typeof text !== 'string') continue;
    const written = visibleText(text);
    if (written !== text) visible = { ...visible, [name]: written };
  }
  return visible;
}

function visibleChildren(children: unknown): unknown {
  if (typeof children === 'string') return visibleText(children);
  if (!Array.isArray(children)) return children;
  const visible = children.map(visibleChildren);
  return visible.some((child, index) => child !== children[index]) ? visible : children;
}
