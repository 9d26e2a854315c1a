// A custom field of people cannot go while scenarios name it.
import { I, id, resource, text } from '@lms/contract'
import { z } from 'zod'

export const namingScenarios = resource({
  ofField: I('POST /internal/scenarios/naming-field', {
    summary: 'The first few scenarios whose graph names a custom field of people',
    callers: ['users'],
    permission: null,
    body: z.object({ name: text(80, 1) }),
    returns: z.object({ scenario_ids: z.array(id('scn')).max(5) }),
  }),
})
