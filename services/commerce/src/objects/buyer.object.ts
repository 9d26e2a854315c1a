// What an order keeps of who has bought: the company, and what was agreed to.
import { oneOf, personal, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** A company that buys, as its receipts name it: it may be one person. */
export const Company = z.object({
  name: personal(text(200, 1))
    .meta({ examples: ['Example GmbH'] })
    .describe('The name of the company.'),
  address: personal(text(300)).describe('Its postal address; empty for none.'),
  vat_id: personal(text(20))
    .meta({ examples: ['DE123456789'] })
    .describe('Its VAT number, as it was entered and in capitals; empty for none. It changes no tax.'),
})
export type Company = z.infer<typeof Company>

/** What people agree to who order: `withdrawal` that the right to withdraw ends once what they bought has begun. */
export const agreementKinds = ['terms', 'privacy', 'withdrawal'] as const
export type AgreementKind = (typeof agreementKinds)[number]

export const Agreement = z.object({
  kind: oneOf(agreementKinds).describe('The text that was agreed to; `withdrawal`: that the right ends.'),
  version: text(50).describe('The version of the text, as the settings named it.'),
  url: text(500).describe('Where the text stood.'),
  agreed_at: timestamp().describe('When the buyer agreed.'),
})
export type Agreement = z.infer<typeof Agreement>
