// What a question asks, with its key, as staff write and read it. The form for students is `student-question.ts`.
import { text } from '@lms/contract'
import { z } from 'zod'
import { decimal } from './decimal.ts'
import { media } from './question-media.ts'

/** Characters of the name of an option. It is random for each version, so that it says nothing. */
export const optionIdLength = 12
export const optionId = () =>
  z
    .string()
    .regex(
      /^[a-z0-9]{12}$/,
      'must be an id as the question gives it: 12 lower-case letters and digits, such as k3v9x0q2m7ab',
    )
    .meta({ examples: ['k3v9x0q2m7ab'] })

const prompt = () => text(5000, 1).describe('The question, as students read it.')
const line = () => text(500, 1)
const accepted = () =>
  z
    .array(text(200, 1))
    .min(1)
    .max(20)
    .describe('The right answers. Letter case, spaces and forms of Unicode make no difference.')

const many = <S extends z.ZodType>(item: S, least: number, most = 30) => z.array(item).min(least).max(most)
const kind = <const T extends string, S extends z.ZodRawShape>(name: T, shape: S) =>
  z.strictObject({
    kind: z.literal(name),
    format: format(),
    media: media()
      .optional()
      .describe('Pictures and recordings that stand below the question, in this order.'),
    explanation_media: media()
      .optional()
      .describe('Pictures and recordings of the explanation, shown with it.'),
    ...shape,
  })

const number = {
  value: decimal().describe('The right number: digits with a point.'),
  tolerance: z
    .strictObject({
      kind: z
        .enum(['absolute', 'percent'])
        .describe('Whether `value` is a number or a percentage of the right answer.'),
      value: decimal().describe('The largest difference that still counts as right.'),
    })
    .nullable()
    .default(null)
    .describe('How far an answer may be off: by this number, or by these percent of the right one.'),
}
const clozeText = () =>
  text(5000, 1).describe('Text with gaps: `{1}` stands for the first gap, `{2}` for the second.')
const format = () =>
  z
    .enum(['plain', 'html'])
    .optional()
    .describe(
      'Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML.',
    )
const feedback = () =>
  text(1000)
    .optional()
    .describe('What a student who has chosen the option reads with the right answer; absent for nothing.')
const optionMedia = () => media(1).optional().describe('A picture or recording beside the option.')
const guidance = () => text(4000).default('').describe('What reviewers look for; students never see it.')

/** The content as staff send it. */
export const QuestionInput = z.discriminatedUnion('kind', [
  kind('single', {
    prompt: prompt(),
    options: many(
      z.strictObject({
        text: line().describe('What students read beside the option.'),
        correct: z.boolean().describe('Whether it is the right answer.'),
        media: optionMedia(),
        feedback: feedback(),
      }),
      2,
    ).describe('What students choose from.'),
  }),
  kind('multiple', {
    prompt: prompt(),
    options: many(
      z.strictObject({
        text: line().describe('What students read beside the option.'),
        correct: z.boolean().describe('Whether it is one of the right answers.'),
        media: optionMedia(),
        feedback: feedback(),
      }),
      2,
    ).describe('What students choose from.'),
  }),
  kind('text', { prompt: prompt(), accepted: accepted() }),
  kind('number', { prompt: prompt(), ...number }),
  kind('match', {
    prompt: prompt(),
    pairs: many(
      z.strictObject({
        left: line().describe('The side that stands still.'),
        right: line().describe('The side that students put to it.'),
      }),
      2,
    ).describe('What belongs together; students see both sides in another order.'),
    others: many(line(), 0).default([]).describe('Right sides that belong to no left one.'),
  }),
  kind('cloze', {
    prompt: prompt(),
    text: clozeText(),
    gaps: many(z.strictObject({ accepted: accepted() }), 1).describe('The gaps of the text in their order.'),
  }),
  kind('order', { prompt: prompt(), items: many(line(), 2).describe('In the right order.') }),
  kind('open', { prompt: prompt(), guidance: guidance() }),
])
export type QuestionInput = z.output<typeof QuestionInput>

const formerId = () =>
  optionId()
    .optional()
    .describe(
      'As the question gives it: answers that are scored again follow it. Each new version gives new ones.',
    )
const part = () =>
  z
    .union([line(), z.strictObject({ id: formerId(), text: line().describe('What students read.') })])
    .describe('A text, or one with its id.')
const option = () =>
  z.strictObject({
    id: formerId(),
    text: line().describe('What students read beside the option.'),
    correct: z.boolean().describe('Whether it is a right answer.'),
    media: optionMedia(),
    feedback: feedback(),
  })

/** The content as staff change it: parts may have the ids of the present version. */
export const QuestionChange = z.discriminatedUnion('kind', [
  kind('single', { prompt: prompt(), options: many(option(), 2).describe('What students choose from.') }),
  kind('multiple', { prompt: prompt(), options: many(option(), 2).describe('What students choose from.') }),
  kind('text', { prompt: prompt(), accepted: accepted() }),
  kind('number', { prompt: prompt(), ...number }),
  kind('match', {
    prompt: prompt(),
    pairs: many(z.strictObject({ left: part(), right: part() }), 2).describe('What belongs together.'),
    others: many(part(), 0).default([]).describe('Right sides that belong to no left one.'),
  }),
  kind('cloze', {
    prompt: prompt(),
    text: clozeText(),
    gaps: many(z.strictObject({ id: formerId(), accepted: accepted() }), 1).describe(
      'The gaps of the text in their order.',
    ),
  }),
  kind('order', { prompt: prompt(), items: many(part(), 2).describe('In the right order.') }),
  kind('open', { prompt: prompt(), guidance: guidance() }),
])
export type QuestionChange = z.output<typeof QuestionChange>

const choiceFields = {
  id: optionId().describe('The id of this choice in answers, new in each version of the question.'),
  text: line().describe('What students read.'),
}

/** The content as it is stored: what students choose from has names. */
export const QuestionContent = z.discriminatedUnion('kind', [
  kind('single', {
    prompt: prompt(),
    options: many(
      z.object({
        ...choiceFields,
        correct: z.boolean().describe('Whether it is the right answer.'),
        media: optionMedia(),
        feedback: feedback(),
      }),
      2,
    ).describe('What students choose from.'),
  }),
  kind('multiple', {
    prompt: prompt(),
    options: many(
      z.object({
        ...choiceFields,
        correct: z.boolean().describe('Whether it is one of the right answers.'),
        media: optionMedia(),
        feedback: feedback(),
      }),
      2,
    ).describe('What students choose from.'),
  }),
  kind('text', { prompt: prompt(), accepted: accepted() }),
  kind('number', { prompt: prompt(), ...number }),
  kind('match', {
    prompt: prompt(),
    pairs: many(
      z.object({
        left: z.object(choiceFields).describe('The side that stands still.'),
        right: z.object(choiceFields).describe('The side that students put to it.'),
      }),
      2,
    ).describe('What belongs together; students see both sides in another order.'),
    others: many(z.object(choiceFields), 0).describe('Right sides that belong to no left one.'),
  }),
  kind('cloze', {
    prompt: prompt(),
    text: clozeText(),
    gaps: many(
      z.object({
        id: optionId().describe('The id of the gap in answers, new in each version of the question.'),
        accepted: accepted(),
      }),
      1,
    ).describe('The gaps of the text in their order.'),
  }),
  kind('order', {
    prompt: prompt(),
    items: many(z.object(choiceFields), 2).describe('What students put in order, in the right order.'),
  }),
  kind('open', { prompt: prompt(), guidance: guidance() }),
])
export type QuestionContent = z.output<typeof QuestionContent>
export type KindOf<K extends QuestionContent['kind']> = Extract<QuestionContent, { kind: K }>
