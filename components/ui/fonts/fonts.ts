import localFont from 'next/font/local';

// Next.js reads these calls without running them, so each value stands here as a literal.

/** Geist as pages use it: Latin letters, digits and signs in the weights 400 to 600. See decision 563. */
const sansLatin = localFont({
  src: './geist-latin.woff2',
  weight: '400 600',
  variable: '--font-geist-latin',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+20-7E, U+A0-FF, U+131, U+152-153, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2260, U+2318, U+23CE, U+25B6, U+25B8, U+2713, U+2715',
    },
  ],
});

/** All else of Geist, loaded when a page shows such a letter. */
const sansRest = localFont({
  src: '../../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  weight: '100 900',
  variable: '--font-geist-rest',
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0-1F, U+7F-9F, U+100-130, U+132-151, U+154-2C5, U+2C7-2D9, U+2DB, U+2DD-1FFF, U+2070-20AB, U+20AD-2121, U+2123-218F, U+2194-2211, U+2213-225F, U+2261-2317, U+2319-23CD, U+23CF-25B5, U+25B7, U+25B9-2712, U+2714, U+2716-10FFFF',
    },
  ],
});

const monoLatin = localFont({
  src: './geist-mono-latin.woff2',
  weight: '400 600',
  variable: '--font-geist-mono-latin',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+20-7E, U+A0-FF, U+131, U+152-153, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2260, U+2318, U+23CE, U+25B6, U+25B8, U+2713, U+2715',
    },
  ],
});

const monoRest = localFont({
  src: '../../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  weight: '100 900',
  variable: '--font-geist-mono-rest',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0-1F, U+7F-9F, U+100-130, U+132-151, U+154-2C5, U+2C7-2D9, U+2DB, U+2DD-1FFF, U+2070-20AB, U+20AD-2121, U+2123-218F, U+2194-2211, U+2213-225F, U+2261-2317, U+2319-23CD, U+23CF-25B5, U+25B7, U+25B9-2712, U+2714, U+2716-10FFFF',
    },
  ],
});

/** The classes that give a document the fonts, from which `app/globals.css` makes `--sans` and `--mono`. */
export const fontClasses = [sansLatin, sansRest, monoLatin, monoRest].map(({ variable }) => variable).join(' ');
