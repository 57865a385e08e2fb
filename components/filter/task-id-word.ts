/** What a filter by the id of a task takes, in the words of the contract. */
export const taskIdWord = {
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/,
  otherwise: 'an id is 1 to 128 characters of A-Z a-z 0-9 . _ : - and is not . or ..',
};
