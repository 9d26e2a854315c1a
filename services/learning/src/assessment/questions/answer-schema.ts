// What a student answers.
import { text } from '@lms/contract'
import { z } from 'zod'
import { optionId, type QuestionContent } from './question-content.ts'

const kind = <const T extends string, S extends z.ZodRawShape>(name: T, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape })

export const Answer = z.discriminatedUnion('kind', [
  kind('single', { option_id: optionId().describe('The chosen option.') }),
  kind('multiple', { option_ids: z.array(optionId()).max(30).describe('All chosen options.') }),
  kind('text', { text: text(500).describe('What the student typed.') }),
  kind('number', { number: text(40).describe('With a comma or a point.') }),
  kind('match', {
    pairs: z
      .array(
        z.strictObject({
          left_id: optionId().describe('The left side of the pair.'),
          right_id: optionId().describe('The right side that was put to it; several may have the same.'),
        }),
      )
      .max(30)
      .describe('What the student put together.'),
  }),
  kind('cloze', {
    gaps: z
      .array(
        z.strictObject({
          gap_id: optionId().describe('The gap that is filled.'),
          text: text(500).describe('What stands in the gap.'),
        }),
      )
      .max(30)
      .describe('What the student put into each gap.'),
  }),
  kind('order', { item_ids: z.array(optionId()).max(30).describe('All items in the order of the student.') }),
  kind('open', { text: text(20_000).describe('What the student wrote.') }),
])
export type Answer = z.infer<typeof Answer>

/** Whether the answer is of the kind of its question, and names only what the question has: each once, but for right sides. */
export function fits(answer: Answer, content: QuestionContent): boolean {
  switch (answer.kind) {
    case 'single':
      return content.kind === 'single' && within([answer.option_id], content.options)
    case 'multiple':
      return content.kind === 'multiple' && within(answer.option_ids, content.options)
    case 'match':
      return (
        content.kind === 'match' &&
        within(
          answer.pairs.map(({ left_id }) => left_id),
          content.pairs.map(({ left }) => left),
        ) &&
        // Of dropdowns several may show the same choice.
        areOf(
          answer.pairs.map(({ right_id }) => right_id),
          [...content.pairs.map(({ right }) => right), ...content.others],
        )
      )
    case 'cloze':
      return (
        content.kind === 'cloze' &&
        within(
          answer.gaps.map(({ gap_id }) => gap_id),
          content.gaps,
        )
      )
    case 'order':
      return content.kind === 'order' && within(answer.item_ids, content.items)
    default:
      return answer.kind === content.kind
  }
}

const within = (ids: readonly string[], present: readonly { id: string }[]): boolean =>
  new Set(ids).size === ids.length && areOf(ids, present)

function areOf(ids: readonly string[], present: readonly { id: string }[]): boolean {
  const presentIds = new Set(present.map(({ id }) => id))
  return ids.every(id => presentIds.has(id))
}
