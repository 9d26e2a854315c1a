// Operations of every service by which an answer is new enough: what was committed, and who has seen it.
import { EventRef, everyService, I, id, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum events of one question whether they have had their effects. */
export const maxSeenAbout = 1000
/** Maximum people of one question. */
export const maxAskedAbout = 200

export const causesOperations = {
  /** Which of these events of the school its reactions have still to process, and what they have emitted after the others. */
  seen: I('POST /internal/events/seen', {
    summary: 'Whether events have had their effects',
    callers: everyService,
    permission: null,
    body: z.object({
      events: z.array(EventRef).max(maxSeenAbout),
      reactions: z.array(text(60)).max(20).optional().describe('Those that matter; all if absent.'),
    }),
    returns: z.object({
      reacts_to: z.array(z.string()).describe('All types that its reactions act on.'),
      unseen: z.array(id('evt')),
      followed: z.array(EventRef.extend({ cause_id: id('evt') })),
    }),
  }),
  /** The events of the school that are committed, and that not all of their readers are known to have processed. */
  standing: I('POST /internal/events/standing', {
    summary: 'Events that may not have had all their effects, in the order of their commits',
    callers: everyService,
    permission: null,
    body: z.object({
      types: z.array(text(100)).max(500),
      about: z.array(id('usr')).max(maxAskedAbout).nullable().describe('Of these people, or of all.'),
      after: z.int().describe('Where to go on.'),
      until: z.int().nullable().describe('Null for all that are committed now.'),
    }),
    returns: z.object({
      events: z
        .array(
          EventRef.extend({
            at: timestamp(),
            about: z.array(id('usr')).describe('Those who were asked about.'),
          }),
        )
        .max(maxSeenAbout),
      last: z.int().nullable().describe('Where the next page goes on; null at the end.'),
      until: z.int(),
    }),
  }),
}
