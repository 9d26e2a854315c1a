// What followed from requests that let people enter scenarios: for the trace of a request.
import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { ScenarioRun, TraceItem } from './run.contract.ts'

/** Maximum effects of a question. */
export const maxTraced = 500

export const TracedEffect = TraceItem.pick({ node: true, kind: true, outcome: true, reason: true, ids: true })
  .extend(ScenarioRun.pick({ scenario_id: true, user_id: true }).shape)
  .extend({
    run_id: id('run'),
    effect_key: TraceItem.shape.effect_key.unwrap(),
    at: timestamp().describe('When its result was known.'),
  })
export type TracedEffect = z.infer<typeof TracedEffect>

export const tracedEffects = resource({
  list: I('POST /internal/traced-effects', {
    summary: 'The effects of runs that these requests have let enter',
    callers: ['gateway'],
    permission: null,
    body: z.object({ request_ids: z.array(text(64)).max(100) }),
    returns: z.object({ effects: z.array(TracedEffect).max(maxTraced) }),
  }),
})
