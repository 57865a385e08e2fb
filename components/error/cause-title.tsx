import { type ErrorGroup, hiddenMessage } from '#contract';
import { errorWords, hiddenWords } from './error-words.ts';
import { MessageTitle } from './message-title.tsx';

/** The title of a cause: the name that an operator gave it, else the error with the variable parts of its message set back. */
export function CauseTitle({ group }: { group: Pick<ErrorGroup, 'name' | 'error'> }) {
  const { name, error } = group;
  if (name !== undefined) return <>{name}</>;
  return (
    <>
      {error.name}
      {error.message === hiddenMessage && (
        <>
          : <i className="text-muted">{hiddenWords}</i>
        </>
      )}
      {error.message !== '' && error.message !== hiddenMessage && (
        <>
          : <MessageTitle message={error.message} />
        </>
      )}
    </>
  );
}

/** The same as plain text, for names of links and rows. */
export function causeWords({ name, error }: Pick<ErrorGroup, 'name' | 'error'>): string {
  return name ?? errorWords(error);
}
