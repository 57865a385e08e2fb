import type { RefObject } from 'react';

type Measurable = { getBoundingClientRect(): DOMRect };

/** The element of a ref as Radix wants its anchor: it is there, for nothing opens before its trigger was pressed. */
export function anchorOf(ref: RefObject<HTMLElement | null>): RefObject<Measurable> {
  return {
    get current() {
      return ref.current ?? document.body;
    },
  };
}
