// Entries into scenarios that other services ask for, each once by its key.
import { I, id, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'
import { entryReasons } from '../core/entry.ts'
import { RunData } from '../graph/node.ts'

/** Maximum people of one call. */
export const maxAtOnce = 200
/** How long the result of an entry is kept at least: a repetition within this time lets nobody enter again. */
export const entriesKeptDays = 30

const key = text(200, 1).describe('Names the entry in the school. Begins with a name of the caller’s own.')

export const EntryResult = z.object({
  key,
  outcome: oneOf(['done', 'unchanged', 'refused']).describe(
    'unchanged: the person was inside already. A refusal has a reason.',
  ),
  reason: oneOf(entryReasons).nullable(),
  run_id: id('run').nullable().describe('The run that began.'),
})
export type EntryResult = z.infer<typeof EntryResult>

export const scenarioEntries = resource({
  /**
   * Lets people enter as POST /v1/scenarios/{id}/run does, in one transaction with their results. An entry whose key is
   * known begins no run, and has the result that it had. One refusal is no reason to refuse the others.
   */
  enter: I('POST /internal/scenario-entries', {
    summary: 'Let people enter a scenario, each once by its key',
    callers: ['crm'],
    permission: null,
    body: z.strictObject({
      scenario_id: id('scn'),
      data: RunData.default({}).describe('What each run begins with.'),
      entries: z
        .array(z.strictObject({ key, user_id: id('usr') }))
        .min(1)
        .max(maxAtOnce)
        .refine(list => new Set(list.map(each => each.key)).size === list.length, 'give each key once')
        .refine(
          list => new Set(list.map(({ user_id }) => user_id)).size === list.length,
          'give each person once',
        ),
    }),
    returns: z.object({ results: z.array(EntryResult).describe('In the order of the entries.') }),
  }),
})
