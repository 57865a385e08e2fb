/** The remainder of an IBAN by ISO 7064 (mod 97-10); 1 when its check digits are right. */
export function ibanRemainder(iban: string): number {
  const compact = iban.replaceAll(' ', '').toUpperCase();
  const digits = [...(compact.slice(4) + compact.slice(0, 4))].map((character) => parseInt(character, 36)).join('');
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0);
}
