// Which texts the fonts can show as they are written: told by their scripts, so that no font is opened for the answer.

const scripts = [
  ...[
    'Latin',
    'Cyrillic',
    'Greek',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Han',
    'Hiragana',
    'Katakana',
  ],
  ...['Hangul', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Khmer', 'Ethiopic', 'Common', 'Inherited'],
]
const undrawn = new RegExp(`[^${scripts.map(name => `\\p{Script=${name}}`).join('')}]`, 'u')
/** A third consonant below two others: the shaping of fontkit puts its sign below the next letter. */
const misplaced = /\u09cd[\u0995-\u09b9]\u09cd[\u09b0\u09af]/

/** Whether a document can show the text as it is written. */
export const isDrawable = (text: string): boolean => !undrawn.test(text) && !misplaced.test(text)

/** Thai marks in the order in which they stand: the circle of a sara am is below the tone mark. */
export const withThaiMarks = (text: string): string =>
  text.replace(/([\u0e48-\u0e4b])\u0e33/g, '\u0e4d$1\u0e32')
