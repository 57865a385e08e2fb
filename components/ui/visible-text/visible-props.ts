import { visibleText } from '#contract';

/** Attributes that browsers and screen readers tell as text. */
const told: ReadonlySet<string> = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'alt',
  'placeholder',
  'title',
  'label',
]);

/**
 * Returns the properties of an element with what cannot be seen in its texts written out. Values of fields stay: they are
 * edited. Every element of every page comes through here, so nothing is copied before something has to change.
 */
export function visibleProps<Props>(props: Props): Props;
export function visibleProps(props: Readonly<Record<string, unknown>>): object {
  let visible = props;
  for (const name in props) {
    const given = props[name];
    const written =
      name === 'children'
        ? visibleChildren(given)
        : typeof given === 'string' && told.has(name)
          ? visibleText(given)
          : given;
    if (written !== given) visible = { ...visible, [name]: written };
  }
  return visible;
}

function visibleChildren(children: unknown): unknown {
  if (typeof children === 'string') return visibleText(children);
  if (!Array.isArray(children)) return children;
  let visible: readonly unknown[] = children;
  children.forEach((child, index) => {
    const written = visibleChildren(child);
    if (written !== child) visible = visible.with(index, written);
  });
  return visible;
}
