import { hasUtf16Mark } from './preview-kind.ts';

/** Text with the encoding that it was read as; `isGuess` where the bytes are not what they should be. */
type DecodedText = { text: string; encoding: string; isGuess: boolean };

/**
 * Bytes as text: UTF-8, or UTF-16 where a mark says so, and windows-1252 where neither fits. `isWhole`: no more bytes
 * follow; else a character that is cut off at the end is left out.
 */
export function decodeText(bytes: Uint8Array, { isWhole }: { isWhole: boolean }): DecodedText {
  if (hasUtf16Mark(bytes)) {
    const encoding = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
    return { text: new TextDecoder(encoding).decode(bytes, { stream: !isWhole }), encoding, isGuess: false };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return { text, encoding: 'utf-8', isGuess: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', isGuess: true };
  }
}
