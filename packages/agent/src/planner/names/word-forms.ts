// Whether two words are forms of one: names are declined in Russian, and have an `s` of theirs in English.

/** Endings of Russian nouns and adjectives in all cases. */
const endings = new Set(
  (
    'а я о е ё ы и у ю й ь ой ей ою ею ом ем ам ям ах ях ами ями ов ев ий ый ая яя ое ее ые ие ую юю ого его ому ему ' +
    'ым им ых их ыми ими ии ию ия ию ией иям иях'
  ).split(' '),
)
/** Of nouns in the plural alone: `Иванов` is no form of `Иван`. */
const ofPlurals = new Set(['ов', 'ев'])
const shortestStem = 3

/** How near two words are: 2 for the same, 1 for forms of one, 0 for others. Both in lower case, with one spelling of each letter. */
export function likeness(one: string, other: string, isOfPerson = false): 0 | 1 | 2 {
  if (one === other) return 2
  if (/^[a-z0-9]/.test(one)) return one.length > 3 && (one === `${other}s` || other === `${one}s`) ? 1 : 0
  if (!/^[а-я]/.test(one)) return 0
  let common = 0
  while (common < one.length && one[common] === other[common]) common++
  const fits = (ending: string) =>
    ending === '' || (endings.has(ending) && !(isOfPerson && ofPlurals.has(ending)))
  // `Дмитрий` and `Дмитрия`, `Павел` and `Павла`: a vowel may stand before the ending.
  for (let stem = common; stem >= Math.max(shortestStem, common - 1); stem--)
    if (fits(one.slice(stem)) && fits(other.slice(stem))) return 1
  const fleeting = (long: string, short: string) =>
    common >= shortestStem &&
    /^[ео][^аеиоуыэюя]$/.test(long.slice(common)) &&
    short[common] === long.at(-1) &&
    fits(short.slice(common + 1)) &&
    short.length > common + 1
  return fleeting(one, other) || fleeting(other, one) ? 1 : 0
}
