// Mutants of SQL. Each is a statement that Postgres takes: parameters stay where they are, so their types stay known.

const beginning = /^\s*(select|insert|update|delete|with|from|where|and|or|order by|limit|on conflict|for) /
const inside = /\$\d|\bwhere \w|\bfor (no key )?update\b|\border by \w|\blimit \d/

/** Whether a text of the code is SQL, or a piece of it. */
export const isSql = (text: string): boolean => beginning.test(text) || inside.test(text)

/** Texts that stand alone, and what each becomes. A condition is handled apart. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/ for (?:no key )?update(?: of \w+)?(?: skip locked)?/g, ''],
  [/ skip locked/g, ''],
  [/ order by [^()]+?(?= limit | for |\)|$)/g, ''],
  [/\blimit (?=\S)/g, 'limit 1000 + '],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bdistinct (?!on|from)/g, ''],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/ desc\b/g, ''],
]

/** All mutants of a statement, each with one change. */
export function sqlMutants(text: string): string[] {
  const replaced = replacements.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => splice(text, index, match.length, replacement)),
  )
  const conditions = conditionsOf(text).map(({ from, to, word }) => {
    const neutral = word === 'or' ? 'and false' : 'or true'
    return splice(text, from, to - from, `(${text.slice(from, to)} ${neutral})`)
  })
  return [...new Set([...replaced, ...conditions])].filter(mutant => mutant !== text)
}

const splice = (text: string, at: number, length: number, replacement: string) =>
  text.slice(0, at) + replacement + text.slice(at + length)

/** Where the conditions stand that `where`, `and` and `or` begin. */
function conditionsOf(text: string): { word: string; from: number; to: number }[] {
  const conditions = []
  for (const { 0: match, 1: word, index } of text.matchAll(/\b(where|and|or) (?=\S)/g)) {
    // `between … and …` is one condition.
    if (word === 'and' && /\bbetween \S+ $/.test(text.slice(0, index))) continue
    const from = index + match.length
    const to = endOf(text, from)
    if (to > from) conditions.push({ word: word!, from, to })
  }
  return conditions
}

const follows =
  /^\s+(and|or|order|limit|group|returning|for|union|on|then|else|end|having|set|from|where|join|left|window|as)\b/

/** Where the condition ends that begins here: at the next word of its level, or at the parenthesis around it. */
function endOf(text: string, from: number): number {
  let depth = 0
  let isBetween = false
  for (let at = from; at < text.length; at++) {
    const rest = text.slice(at)
    if (text[at] === '(') depth++
    else if (text[at] === ')' && depth-- === 0) return at
    else if (depth > 0) continue
    else if (text[at] === ',' || text[at] === ';') return at
    else if (/^\sbetween\b/.test(rest)) isBetween = true
    else if (isBetween && /^\s+and\b/.test(rest)) isBetween = false
    else if (follows.test(rest)) return at
  }
  return text.trimEnd().length
}
