// The words of periods that stand between days and months.

export const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'январ*'],
  ['february', 'feb', 'феврал*'],
  ['march', 'март*'],
  ['april', 'апрел*'],
  ['may', 'май', 'мая', 'мае'],
  ['june', 'июн*'],
  ['july', 'июл*'],
  ['august', 'aug', 'август*'],
  ['september', 'sep', 'sept', 'сентябр*'],
  ['october', 'oct', 'октябр*'],
  ['november', 'nov', 'ноябр*'],
  ['december', 'dec', 'декабр*'],
]

export const quarters: readonly (readonly string[])[] = [
  ['q1', 'first quarter', 'перв* квартал*', '1 квартал*', 'i квартал*'],
  ['q2', 'second quarter', 'втор* квартал*', '2 квартал*', 'ii квартал*'],
  ['q3', 'third quarter', 'трет* квартал*', '3 квартал*', 'iii квартал*'],
  ['q4', 'fourth quarter', 'четверт* квартал*', '4 квартал*', 'iv квартал*'],
]

/** Around the two ends of a range. */
export const rangeWords = {
  before: [
    'between',
    'from',
    'between the',
    'from the',
    'с',
    'со',
    'от',
    'между',
    'в период с',
    'за период с',
  ],
  between: ['and', 'to', 'till', 'until', 'through', 'and the', 'to the', 'по', 'до', 'и'],
  /** Those that need no word before the first end. */
  to: ['to', 'till', 'through', 'по'],
  year: ['год', 'года', 'году', 'г'],
} as const

/** Phrases of whole units, for the list of known words; what they mean stands where periods are read. */
export const periodPhrases: readonly string[] = [
  ...'day days week weeks month months quarter quarters year years today yesterday tomorrow this last next previous past'.split(
    ' ',
  ),
  ...'since beginning before after ago сегодня* вчера* завтра* позавчера недел* месяц* квартал* год года году дней дня день'.split(
    ' ',
  ),
  ...'сутки суток этот эту этой этом этого прошл* следующ* текущ* последн* начала за с со'.split(' '),
]
