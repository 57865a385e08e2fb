import { useState } from 'react';

/**
 * What the data on the page was asked with, which is not what was asked last while the data is kept from before: its
 * name must not stand over figures of another one.
 */
export function useShown<Asked>(asked: Asked, isPlaceholderData: boolean): Asked {
  const [shown, setShown] = useState(asked);
  if (!isPlaceholderData && shown !== asked) setShown(asked);
  return isPlaceholderData ? shown : asked;
}
