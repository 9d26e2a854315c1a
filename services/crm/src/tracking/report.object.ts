// What people did with the messages of a mailing or a campaign: the same for both.
import { text } from '@lms/contract'
import { z } from 'zod'

const number = () => z.int().min(0)
/** Maximum links of one report. */
export const maxReportedLinks = 50

export const SendingReport = z.object({
  delivered: number().describe('The messages of which the channel says that they came.'),
  opened: number().describe('Those that were opened; programs that open every mail do not count.'),
  prefetched: number().describe(
    'Those whose pictures a mail program alone has loaded: whether they were opened, nobody knows.',
  ),
  clicked: number().describe('Those of which a link was followed.'),
  unsubscribed: number().describe('Those by whose link a person unsubscribed.'),
  bounced: number().describe('Those that came back, at once or later.'),
  complained: number().describe('Those that were reported as unwanted.'),
  links: z
    .array(
      z.object({
        url: text(2000).describe('The target of the link, as it was written.'),
        clicked: number().describe('The messages of which it was followed.'),
      }),
    )
    .max(maxReportedLinks)
    .describe(`The links that were followed, the most followed first; at most ${maxReportedLinks}.`),
})
export type SendingReport = z.infer<typeof SendingReport>

/** The report of a mailing or campaign, in its object. */
export const reportField = () =>
  SendingReport.nullable().describe(
    'What people did with its messages, counted now; null for a draft, and in lists: read one to see it.',
  )
