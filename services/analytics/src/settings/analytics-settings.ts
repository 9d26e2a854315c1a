// What the advertising of a school has cost; PATCH /v1/settings changes them.
import { amount, currency, isCalendarDay, text } from '@lms/contract'
import { z } from 'zod'

const maxCosts = 500

const day = () => text(10, 10).refine(isCalendarDay, 'must be a day of the calendar: 2026-11-24')

export const Cost = z.object({
  source: text(200).describe('`utm_source` of the visits; empty for those without it.'),
  medium: text(200).describe('`utm_medium` of the visits that the cost brought; empty for those without it.'),
  campaign: text(200).describe(
    '`utm_campaign` of the visits that the cost brought; empty for those without it.',
  ),
  from: day().describe('The first day of the period in which it was spent.'),
  to: day().describe('The last day of the period.'),
  amount: amount('What was spent in the whole period; each day has an equal share.'),
  currency: currency(),
})
export type Cost = z.infer<typeof Cost>

export const AnalyticsSettings = z
  .object({
    costs: z.array(Cost).max(maxCosts).default([]).describe('The costs of channels, for their payback.'),
  })
  .refine(({ costs }) => costs.every(({ from, to }) => from <= to), {
    path: ['costs'],
    message: 'a period must not end before it begins',
  })
