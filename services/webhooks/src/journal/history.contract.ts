// The events of a school about people, for a service that was not there when they happened.
import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

export const history = resource({
  aboutPeople: I('POST /internal/journal/about-people', {
    summary: 'The events of some types about people, the oldest first, page by page',
    callers: ['crm'],
    permission: null,
    body: z.object({
      types: z.array(text(100)).max(200),
      after: id('evt').nullable().describe('The `next` of the last page; null for the first page.'),
      paths: z
        .array(text(100))
        .max(50)
        .describe('Whose values in the objects are answered: `items[].offer_id`.'),
    }),
    returns: z.object({
      events: z.array(
        z.object({
          id: id('evt'),
          type: text(100),
          user_id: id('usr'),
          at: timestamp(),
          imported: z.boolean().default(false).describe('Whether it came in with an import.'),
          related: z.record(z.string(), z.string()),
          values: z
            .record(z.string(), z.array(z.unknown()))
            .describe('Texts, numbers and booleans by path, where there are any.'),
        }),
      ),
      next: id('evt').nullable(),
    }),
  }),
  upTo: I('POST /internal/journal/up-to', {
    summary: 'The last event up to one and before others',
    callers: ['analytics'],
    permission: null,
    body: z.object({
      event_id: id('evt').describe(
        'The event, or one before it; null is answered before the journal has it.',
      ),
      before: z.array(id('evt')).max(10_000).describe('Those that are not in the journal yet do not count.'),
    }),
    returns: z.object({ sequence: z.int().nullable(), at: timestamp().nullable() }),
  }),
  last: I('GET /internal/journal/last', {
    summary: 'The last event; null before the first one',
    callers: ['service', 'analytics'],
    permission: null,
    returns: z.object({
      sequence: z.int().nullable(),
      event_id: id('evt').nullable().default(null),
      at: timestamp().nullable().default(null),
    }),
  }),
})
