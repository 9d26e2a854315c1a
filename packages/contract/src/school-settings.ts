// What a school has once, and all areas take unless something of theirs says otherwise: settings of the section `site`.
import { z } from 'zod'
import { country, currency, language, timeZone } from './field-types.ts'

export const SchoolSettings = z.object({
  language: language()
    .default('en')
    .describe(
      'The language of the school, a BCP 47 tag: of its pages and forms, of new receipts, and of new people of whom none is known. Their own words are in English, German, Spanish, French or Russian.',
    ),
  time_zone: timeZone()
    .default('UTC')
    .describe(
      'The zone of the school: of people whose own is not known, of courses and subscriptions without one of their own, in messages, scenarios, webinars and figures, and of the times on its pages.',
    ),
  currency: currency()
    .nullable()
    .default(null)
    .describe('The currency of new offers that name none; null for none: each names its own.'),
  country: country()
    .nullable()
    .default(null)
    .describe('Where the school is: the country of its receipts and of orders that name none.'),
})
export type SchoolSettings = z.output<typeof SchoolSettings>
