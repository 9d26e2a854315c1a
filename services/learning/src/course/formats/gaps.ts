// Texts with gaps: what is written into them, or chosen from lists.
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { plainOf } from './read-question.ts'
import { escaped } from './write-xml.ts'

interface Blank {
  /** As it stands in the text, in brackets. */
  name: string
  accepted: string[]
}
interface Dropdown {
  name: string
  choices: string[]
  right: string[]
}

const places = (html: string, name: string): number => html.split(`[${escaped(name)}]`).length - 1
/** Numbers in braces would be gaps. */
const withoutBraces = (html: string) => html.replace(/\{(\d+)\}/g, '($1)')

/** A text whose gaps stand in brackets, and are written into. */
export function clozeFromText(html: string, gaps: readonly Blank[], notes: string[]): QuestionInput | string {
  const missing = gaps.find(({ name }) => places(html, name) === 0)
  const bare = gaps.find(({ accepted }) => accepted.length === 0)
  if (bare) return `the package does not say what is right in the gap “${bare.name.slice(0, 50)}”`
  const [only] = gaps
  if (gaps.length === 1 && only) {
    const prompt = html.replace(`[${escaped(only.name)}]`, '_____')
    return { kind: 'text', prompt, accepted: only.accepted }
  }
  if (missing || gaps.length === 0) return `its text has no gap “${missing?.name.slice(0, 50) ?? ''}”`
  let text = withoutBraces(html)
  for (const [index, { name }] of gaps.entries()) {
    if (places(html, name) > 1)
      notes.push(`the gap “${name.slice(0, 50)}” stands in several places: one is left`)
    text = text.replace(`[${escaped(name)}]`, `{${index + 1}}`).replaceAll(`[${escaped(name)}]`, '_____')
  }
  return {
    kind: 'cloze',
    prompt: 'Fill in the gaps.',
    text,
    gaps: gaps.map(({ accepted }) => ({ accepted })),
  }
}

/** A text whose gaps are filled from lists: students put the choices to the numbers of the gaps. */
export function choicesInText(
  html: string,
  gaps: readonly Dropdown[],
  notes: string[],
): QuestionInput | string {
  const bare = gaps.find(({ right }) => right.length === 0)
  if (bare) return `the package does not say what is right in the gap “${bare.name.slice(0, 50)}”`
  const [only] = gaps
  if (gaps.length === 1 && only) {
    const prompt = html.replaceAll(`[${escaped(only.name)}]`, '_____')
    const right = new Set(only.right)
    const options = [...new Set(only.choices)].map(text => ({
      text: escaped(text),
      correct: right.has(text),
    }))
    return { kind: 'single', prompt, options }
  }
  let prompt = html
  for (const [index, { name }] of gaps.entries()) {
    const mark = `[${escaped(name)}]`
    prompt = prompt.includes(mark) ? prompt.replaceAll(mark, `(${index + 1}) _____`) : prompt
  }
  const pairs = gaps.map(({ right }, index) => ({ left: `(${index + 1})`, right: escaped(right[0]!) }))
  const used = new Set(pairs.map(({ right }) => plainOf(right)))
  const others = [...new Set(gaps.flatMap(({ choices }) => choices))].filter(
    text => text !== '' && !used.has(text),
  )
  if (others.length > 30) return 'its lists have too many choices together'
  notes.push('its lists became one: students put the choices to the numbers of the gaps')
  return { kind: 'match', prompt, pairs, others: others.map(escaped) }
}
