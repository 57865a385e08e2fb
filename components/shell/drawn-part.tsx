import { type ComponentType, Suspense, useLayoutEffect, useState } from 'react';

/**
 * Returns a part that the server draws and whose code comes after the page. `Part` is a `dynamic` without `loading`, so that
 * Next.js tells the browser early which code it needs.
 *
 * Until that code has come, the part stays as it was first drawn. Else React would take away what the server has drawn
 * as soon as the page is drawn again, and draw it anew later: a click or a selection on it would be lost. A part that is about
 * something else by then, by `subjectOf`, is not kept.
 */
export function drawnPart<Props extends object>(
  Part: ComponentType<Props>,
  Loading: ComponentType = Nothing,
  subjectOf: (props: Props) => unknown = () => undefined,
): ComponentType<Props> {
  return function DrawnPart(props: Props) {
    const [isThere, setThere] = useState(false);
    const draw = (drawn: Props) => (
      <Suspense fallback={<Loading />}>
        <Part {...drawn} />
        <Arrival onArrive={setThere} />
      </Suspense>
    );
    const [first, setFirst] = useState(() => ({ subject: subjectOf(props), part: draw(props) }));
    if (isThere) return draw(props);
    const subject = subjectOf(props);
    // React leaves a part alone that is one and the same element
    if (!Object.is(subject, first.subject)) setFirst({ subject, part: draw(props) });
    return first.part;
  };
}

/** Stands beside a part: its effect runs as soon as the part is one of the page's own. */
function Arrival({ onArrive }: { onArrive: (isThere: true) => void }) {
  useLayoutEffect(() => onArrive(true), [onArrive]);
  return null;
}

function Nothing() {
  return null;
}
