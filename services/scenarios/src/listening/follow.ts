// Events about people, heard by the scenarios of their school.
import type { Envelope } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { listenedTo } from '../scenarios/version.store.ts'
import { personEvents } from './event-types.ts'
import { enterFlow, flowOpeningOf } from './flow.task.ts'
import { hear } from './take-events.ts'

export const onPersonEvents = builder.batchReaction({
  name: 'scenarios',
  // Each batch asks the database who listens.
  restMs: 200,
  to: personEvents,
  wanted: listenedTo,
  ignoresImports: true,
  prepare: async () => null,
  run: async ({ events, now, work, requestOf }, stores) => {
    const all = events as readonly Envelope<Record<string, unknown>>[]
    await hear(
      all.filter(({ related }) => related.user_id !== undefined && related.user_id !== null),
      { now, work, requestOf: event => requestOf(event as Envelope) },
      stores,
    )
    // An opening is told once to its flow: its people are asked for.
    for (const event of all) {
      const opening = flowOpeningOf(event)
      if (opening) enqueue(work, enterFlow, opening, { key: event.id })
    }
  },
})
