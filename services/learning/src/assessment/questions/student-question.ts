// What students get of a question: a form of its own, which names each part that it takes over. A field that is added to
// a question stays hidden until it is named here.
import { text } from '@lms/contract'
import { z } from 'zod'
import { optionId, type QuestionContent } from './question-content.ts'
import { type Medium, media } from './question-media.ts'

const prompt = () => text(5000)
const choices = (most: number) =>
  z
    .array(
      z.object({
        id: optionId().describe('The id of the choice in answers.'),
        text: text(500).describe('What the student reads.'),
        media: media(1)
          .optional()
          .describe('A picture or recording beside it; links of the attempt lead to it.'),
      }),
    )
    .max(most)
const kind = <const T extends string, S extends z.ZodRawShape>(name: T, shape: S) =>
  z.object({
    kind: z.literal(name),
    format: z
      .enum(['plain', 'html'])
      .optional()
      .describe('Whether its texts are plain, as without it, or HTML with formulas in MathML.'),
    prompt: prompt().describe('The question, as the student reads it.'),
    media: media()
      .optional()
      .describe('Pictures and recordings below the question; links of the attempt lead to them.'),
    ...shape,
  })

export const PresentedQuestion = z.discriminatedUnion('kind', [
  kind('single', { options: choices(30).describe('What the student chooses one of.') }),
  kind('multiple', { options: choices(30).describe('What the student chooses any number of.') }),
  kind('text', {}),
  kind('number', {}),
  kind('match', {
    left: choices(30).describe('The sides that stand still.'),
    right: choices(60).describe('The sides to put to them; some may be left over.'),
  }),
  kind('cloze', {
    text: text(5000).describe('Text with gaps: `{1}` stands for the first gap, `{2}` for the second.'),
    gap_ids: z.array(optionId()).max(30).describe('The ids of the gaps in their order.'),
  }),
  kind('order', { items: choices(30).describe('What the student puts in order.') }),
  kind('open', {}),
])
export type PresentedQuestion = z.infer<typeof PresentedQuestion>

/** The right answer of a question, for those who may see it. */
export const Key = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('options'),
    option_ids: z.array(optionId()).max(30).describe('The right options.'),
    feedback: z
      .array(
        z.object({
          option_id: optionId().describe('The option that it is about.'),
          text: text(1000).describe('What its authors say to whoever has chosen it.'),
        }),
      )
      .max(30)
      .describe('What is to be read about single options; only those that have something.'),
  }),
  z.object({
    kind: z.literal('texts'),
    texts: z.array(text(200)).max(20).describe('All texts that count as right.'),
  }),
  z.object({ kind: z.literal('number'), number: text(40).describe('The right number.') }),
  z.object({
    kind: z.literal('pairs'),
    pairs: z
      .array(
        z.object({
          left_id: optionId().describe('The left side of the pair.'),
          right_id: optionId().describe('The right side that belongs to it.'),
        }),
      )
      .max(30)
      .describe('What belongs together.'),
  }),
  z.object({
    kind: z.literal('gaps'),
    gaps: z
      .array(
        z.object({
          gap_id: optionId().describe('The gap to fill.'),
          texts: z.array(text(200)).max(20).describe('All texts that count as right in the gap.'),
        }),
      )
      .max(30)
      .describe('What belongs into each gap.'),
  }),
  z.object({
    kind: z.literal('order'),
    item_ids: z.array(optionId()).max(30).describe('The items in the right order.'),
  }),
])
export type Key = z.infer<typeof Key>

/** Puts a list into the order of an attempt. */
export type Shuffle = <T>(items: readonly T[], salt: string) => T[]

/** The question as it is asked. The right sides of a match and the items of an order stand in the order of the attempt. */
export function studentForm(
  content: QuestionContent,
  shuffle: Shuffle,
  shuffleOptions: boolean,
): PresentedQuestion {
  const prompt = content.prompt
  const shared = {
    ...(content.format && { format: content.format }),
    ...(content.media?.length && { media: content.media }),
  }
  const choice = ({ id, text, media }: { id: string; text: string; media?: Medium[] | undefined }) => ({
    ...{ id, text },
    ...(media?.length && { media }),
  })
  switch (content.kind) {
    case 'single':
    case 'multiple': {
      const options = content.options.map(choice)
      return {
        kind: content.kind,
        prompt,
        ...shared,
        options: shuffleOptions ? shuffle(options, 'options') : options,
      }
    }
    case 'match': {
      const right = [...content.pairs.map(pair => pair.right), ...content.others].map(choice)
      const left = content.pairs.map(pair => choice(pair.left))
      return {
        kind: 'match',
        prompt,
        ...shared,
        left: shuffleOptions ? shuffle(left, 'left') : left,
        right: shuffle(right, 'right'),
      }
    }
    case 'cloze':
      return {
        kind: 'cloze',
        prompt,
        ...shared,
        text: content.text,
        gap_ids: content.gaps.map(({ id }) => id),
      }
    case 'order':
      return { kind: 'order', prompt, ...shared, items: unsolved(content.items.map(choice), shuffle) }
    default:
      return { kind: content.kind, prompt, ...shared }
  }
}

/** The items in the order of the attempt, which is never the right one: then the first one stands last. */
function unsolved<T extends { text: string }>(items: readonly T[], shuffle: Shuffle): T[] {
  const shuffled = shuffle(items, 'items')
  const reads = (order: readonly T[]) => order.map(({ text }) => text).join('\n')
  if (reads(shuffled) !== reads(items)) return shuffled
  const other = items.findIndex(({ text }) => text !== items[0]!.text)
  return other < 0 ? shuffled : [...shuffled.slice(other), ...shuffled.slice(0, other)]
}

/** The right answer; null where a person decides. */
export function keyOf(content: QuestionContent): Key | null {
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return {
        kind: 'options',
        option_ids: content.options.filter(({ correct }) => correct).map(({ id }) => id),
        feedback: content.options.flatMap(({ id, feedback }) =>
          feedback ? { option_id: id, text: feedback } : [],
        ),
      }
    case 'text':
      return { kind: 'texts', texts: content.accepted }
    case 'number':
      return { kind: 'number', number: content.value }
    case 'match':
      return {
        kind: 'pairs',
        pairs: content.pairs.map(({ left, right }) => ({ left_id: left.id, right_id: right.id })),
      }
    case 'cloze':
      return { kind: 'gaps', gaps: content.gaps.map(({ id, accepted }) => ({ gap_id: id, texts: accepted })) }
    case 'order':
      return { kind: 'order', item_ids: content.items.map(({ id }) => id) }
    case 'open':
      return null
  }
}
