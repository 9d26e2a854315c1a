// A question whose numbers are drawn anew for each student becomes one of its instances: ours have fixed numbers.
import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { decimalOf } from './read-question.ts'
import { escaped } from './write-xml.ts'

/** The first instance that a calculated question of Canvas lists, or why there is none. */
export function formulaInstance(item: Xml, prompt: string, notes: string[]): QuestionInput | string {
  const calculated = firstIn(item, 'calculated')
  const set = firstIn(calculated, 'var_set')
  const value = decimalOf(textOf(childOf(set, 'answer')))
  if (!set || value === null) return 'its numbers are calculated, and the package lists no instance of them'
  let text = prompt
  for (const variable of childrenOf(set, 'var')) {
    const name = variable.attributes.get('name') ?? ''
    text = text.replaceAll(`[${escaped(name)}]`, escaped(textOf(variable)))
  }
  const count = allIn(calculated, 'var_set').length
  notes.push(
    `its numbers are drawn anew for each student there: here all get the first of its ${count} instances`,
  )
  return {
    kind: 'number',
    prompt: text,
    value,
    tolerance: toleranceOf(textOf(childOf(calculated, 'answer_tolerance'))),
  }
}

function toleranceOf(text: string): Extract<QuestionInput, { kind: 'number' }>['tolerance'] {
  const value = decimalOf(text.replace('%', ''))
  if (value === null || Number(value) <= 0) return null
  return { kind: text.includes('%') ? 'percent' : 'absolute', value }
}
