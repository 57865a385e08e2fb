import { Fragment } from 'react';
import { messageShape, variableKinds } from '#contract';

const variable = new RegExp(`(<(?:${variableKinds.join('|')})>)`);

/** An error message or the shape of a step, as the title of its group: the parts that differ within the group stand back. */
export function MessageTitle({ message }: { message: string }) {
  let offset = 0;
  return messageShape(message)
    .split(variable)
    .map((part) => {
      offset += part.length;
      return (
        <Fragment key={`${offset} ${part}`}>
          {variable.test(part) ? <i className="text-muted">{part.slice(1, -1)}</i> : part}
        </Fragment>
      );
    });
}
