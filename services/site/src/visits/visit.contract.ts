// What a visitor gets at an address of a school. The gateway asks for it and keeps it for a while.
import { I, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'

/** Maximum seconds for which a gateway may serve an answer without asking again. */
export const maxCacheSeconds = 60

export const Visit = z.object({
  status: z.union([z.literal(200), z.literal(307), z.literal(308), z.literal(404)]),
  location: text(2000).nullable().describe('Where a redirect leads: a path, or another address; else null.'),
  content_type: oneOf([
    'text/html; charset=utf-8',
    'text/plain; charset=utf-8',
    'application/xml; charset=utf-8',
  ]),
  body: z.string().describe('Empty for a redirect.'),
  headers: z
    .record(text(100), text(4000))
    .describe('Further headers of the answer: the content policy, what search engines may do.'),
  keep_seconds: z
    .int()
    .min(0)
    .max(maxCacheSeconds)
    .describe('How long a gateway may serve it without asking; 0 for an answer that nobody else may get.'),
  interactive: z.boolean().describe('Whether the page has a form or an offer.'),
})
export type Visit = z.infer<typeof Visit>

export const visiting = resource({
  /** The answer at a path in the form that browsers send, without the query. */
  find: I('POST /internal/visits/find', {
    summary: 'What a visitor gets at an address of a school',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      path: text(8192, 1),
      preview: text(300)
        .nullable()
        .describe('The token of a preview link, which shows its page whatever the path; else null.'),
    }),
    returns: Visit,
  }),
})
