// What somebody sent with a form, and what came of it.
import { id, oneOf, personal, stamps, statusOf, text, timestamp } from '@lms/contract'
import { leadEffects } from '@lms/users/contract'
import { z } from 'zod'
import { submissionLifecycle } from './submission.lifecycle.ts'

export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Maximum characters of one answer. */
export const maxAnswerCharacters = 5000
/** Maximum bytes of all answers of a submission. */
export const maxAnswerBytes = 32 * 1024

const Answer = z.object({
  key: text(100, 1).describe('The key of the field.'),
  value: personal(text(maxAnswerCharacters)).describe('What the visitor entered.'),
})
const answers = () => z.array(Answer).max(100).meta({ 'x-max-bytes': maxAnswerBytes })

/** How long spam is kept after its last change, for somebody to find that it is none. */
export const spamDays = 30

export const FormSubmission = z.object({
  id: id('fsb'),
  form_id: id('frm'),
  status: statusOf(submissionLifecycle).describe(
    `received until its person is found or created, then processed; failed if the answers allow no person; spam if it counts as such. Spam is deleted ${spamDays} days after its last change.`,
  ),
  user_id: id('usr').nullable().describe('The person, once found or created.'),
  created_user: z.boolean().describe('Whether the submission created the person.'),
  answers: answers().describe('By key of the form; a multi_select has its choices on lines.'),
  unmapped: answers().describe('Fields of an outside landing page that the form does not have.'),
  consents: z
    .array(
      z.object({
        key: text(50, 1).describe('The key of the consent in the form.'),
        version: z.int32().min(1),
        text: text(2000).describe('The words that the visitor agreed to.'),
      }),
    )
    .max(10)
    .describe('What was agreed to, as it was shown.'),
  source: oneOf(['page', 'script', 'external']).describe(
    'A page of the school, a script, or an outside builder.',
  ),
  page_url: personal(text(2000)).describe('The page with the form; empty if unknown.'),
  referrer: personal(text(2000)).describe('The page that led there; empty if unknown.'),
  utm: z
    .object(
      Object.fromEntries(
        utmNames.map(name => [name, personal(text(200)).describe(`The value of \`utm_${name}\`.`)]),
      ) as Record<(typeof utmNames)[number], ReturnType<typeof personal<z.ZodString>>>,
    )
    .describe('The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent.'),
  spam_reason: oneOf(['honeypot', 'too_fast', 'foreign_origin', 'too_many', 'marked'])
    .nullable()
    .describe('Why the submission counts as spam; null if it does not.'),
  not_taken_back: z
    .array(oneOf(leadEffects))
    .max(leadEffects.length)
    .describe(
      'Of spam: what it caused and could not be taken back. A person stays whom anything else concerns.',
    ),
  finished_at: timestamp()
    .nullable()
    .describe('When its person and consents were entered in the school; null before.'),
  ...stamps,
})
export type FormSubmission = z.infer<typeof FormSubmission>
