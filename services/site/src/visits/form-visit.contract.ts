// A form on its own page, and what a visitor sends with it. For the gateway.
import { I, id, resource, text } from '@lms/contract'
import { z } from 'zod'
import { NewSubmission } from '../submissions/submission.contract.ts'
import { Visit } from './visit.contract.ts'

export const formVisits = resource({
  show: I('POST /internal/form-visits/show', {
    summary: 'The page with a form alone',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      form_id: id('frm'),
      sent: z.boolean().describe('Whether it was submitted: the page thanks.'),
    }),
    returns: Visit,
  }),
  submit: I('POST /internal/form-visits/submit', {
    summary: 'Takes what a visitor sent with a form',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      form_id: id('frm'),
      fields: z
        .array(z.tuple([text(50), text(5000)]))
        .max(500)
        .describe('Names and values as they were sent.'),
      elapsed_ms: z.int().min(0).nullable().describe('Since the visit began; null if unknown.'),
      foreign_origin: text(300).nullable().describe('The origin of a page that is not of the school.'),
      too_many: z.boolean().describe('Whether the network has sent the form too often.'),
      referrer: text(2000),
      utm: NewSubmission.shape.utm,
    }),
    returns: z.object({
      location: text(2000).nullable().describe('Where the visitor is led; null for the thanks of the form.'),
      page: Visit.nullable().describe('The form with what is wrong; null for a submission that was taken.'),
    }),
  }),
})
