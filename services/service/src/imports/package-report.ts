// What became of each item of a package that another service has read: all items are counted, and the first ones listed.
import { oneOf, personal, text } from '@lms/contract'
import { z } from 'zod'

export const itemKinds = [
  ...(['course', 'module', 'lesson', 'block', 'page', 'file', 'link', 'discussion', 'quiz'] as const),
  ...(['question', 'question_bank', 'assignment', 'rubric', 'tool', 'settings', 'other'] as const),
] as const
export const itemOutcomes = ['taken', 'changed', 'left_out'] as const
/** Maximum items of a report, notes of one, and characters of all together: what is not taken as it is goes first. */
export const maxReportItems = 1000
export const maxItemNotes = 5
export const maxReportCharacters = 256 * 1024

const count = (what: string) => z.int().min(0).describe(what)

export const ReportItem = z.object({
  row: z.int().min(1).describe('The number of the item in the package, as errors have it.'),
  kind: oneOf(itemKinds).describe('What the item is.'),
  name: personal(text(200)).describe('Its title or place in the package.'),
  outcome: oneOf(itemOutcomes).describe(
    'taken: all of it is in the course. changed: it is there in another form, or without a part; see notes. left_out: nothing of it is there; the notes say why.',
  ),
  notes: z
    .array(personal(text(300)))
    .max(maxItemNotes)
    .describe('What is different, and why.'),
})
export type ReportItem = z.infer<typeof ReportItem>

export const PackageReport = z.object({
  kinds: z
    .array(
      z.object({
        kind: oneOf(itemKinds).describe('What the items are.'),
        found: count('Items in the package: the sum of the other three.'),
        taken: count('Items that are in the course as they were.'),
        changed: count('Items that are there in another form, or without a part.'),
        left_out: count('Items of which nothing is there.'),
      }),
    )
    .max(itemKinds.length)
    .describe('All items of the package, counted by what they are.'),
  items: z
    .array(ReportItem)
    .max(maxReportItems)
    .describe(
      'The items in the order of the package. Of a large one those that are not taken as they were go first.',
    ),
})
export type PackageReport = z.infer<typeof PackageReport>
