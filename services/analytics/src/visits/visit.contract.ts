// Visitors of a school's pages, as the gateway counts them: without cookie and consent, and nobody can be found by them.
import { I, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Visits of one report. */
export const maxVisits = 500
/** Characters of a page and of a word of a channel. */
export const maxPage = 300
export const maxWord = 80

const day = () => z.iso.date().describe('A day of the school.')
const word = (of: string) => text(maxWord).describe(`\`utm_${of}\` of the address; empty without it.`)

export const visits = resource({
  salt: I('POST /internal/analytics/visit-salt', {
    summary: 'The salt by which visitors of today are told apart; it is deleted when the day is over',
    callers: ['gateway'],
    permission: null,
    returns: z.object({
      day: day(),
      salt: text(100, 1).describe('A random word of the school and the day.'),
      expires_at: timestamp().describe('When the next day begins.'),
    }),
  }),
  count: I('POST /internal/analytics/visits', {
    summary: 'Count visitors of pages; who was counted on a page before counts no more on that day',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      day: day(),
      visits: z
        .array(
          z.object({
            visitor: text(50, 10).describe('The hash of the salt, the address and the browser.'),
            page: text(maxPage, 1).describe('The path of the page.'),
            source: word('source'),
            medium: word('medium'),
            campaign: word('campaign'),
          }),
        )
        .min(1)
        .max(maxVisits)
        .describe('In the order of the visits.'),
    }),
    returns: z.object({
      counted: z.int().min(0).describe('Visitors who had not been counted on their page.'),
    }),
  }),
})
