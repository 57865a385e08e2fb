import type { Config } from 'tailwindcss';

/** A tone is a colour for text and icons, and a soft one to set them on. */
const tone = (name: string) => ({ DEFAULT: `var(--${name})`, soft: `var(--${name}-soft)` });

/** Every colour is a variable of `app/globals.css`, where both themes give it a value. */
export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}', './lib/dashboard/**/*.{ts,tsx}'],
  darkMode: ['selector', '.dark'],
  theme: {
    extend: {
      colors: {
        canvas: 'var(--canvas)',
        surface: 'var(--surface)',
        raised: 'var(--raised)',
        sunken: 'var(--sunken)',
        hover: 'var(--hover)',
        selected: 'var(--selected)',
        ink: 'var(--ink)',
        muted: 'var(--muted)',
        faint: 'var(--faint)',
        line: 'var(--line)',
        edge: 'var(--edge)',
        accent: {
          ...tone('accent'),
          solid: 'var(--accent-solid)',
          strong: 'var(--accent-strong)',
          ink: 'var(--accent-ink)',
        },
        danger: {
          ...tone('danger'),
          solid: 'var(--danger-solid)',
          strong: 'var(--danger-strong)',
          ink: 'var(--danger-ink)',
        },
        positive: tone('positive'),
        caution: tone('caution'),
        active: tone('active'),
        waiting: tone('waiting'),
        idle: tone('idle'),
      },
      fontFamily: {
        sans: ['var(--sans)'],
        mono: ['var(--mono)'],
      },
      fontSize: {
        xs: ['0.75rem', { lineHeight: '1rem' }],
        sm: ['0.8125rem', { lineHeight: '1.25rem' }],
        base: ['0.875rem', { lineHeight: '1.25rem' }],
        lg: ['1rem', { lineHeight: '1.5rem' }],
        xl: ['1.25rem', { lineHeight: '1.75rem' }],
        '2xl': ['1.5rem', { lineHeight: '2rem' }],
      },
      boxShadow: { raised: 'var(--shadow-raised)', flat: 'var(--shadow-flat)' },
    },
  },
} satisfies Config;
