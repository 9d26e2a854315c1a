import {
  A,
  computedTime,
  event,
  id,
  L,
  LN,
  oneOf,
  refuse,
  resource,
  slug,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { runLifecycle } from './run.lifecycle.ts'

export const reasons = ['end', 'goal', 'exit', 'stopped', 'left', 'merged', 'erased', 'failed'] as const

export const ScenarioRun = z.object({
  id: id('run'),
  scenario_id: id('scn'),
  scenario_version: z.int32().describe('The version of the scenario that it walks.'),
  user_id: id('usr'),
  status: statusOf(runLifecycle).describe(
    '`active` while nodes act, `waiting` at a wait; the other states are final.',
  ),
  node: slug(40).describe('Where it is, or where it ended.'),
  reason: oneOf(reasons).nullable().describe('Why the run ended; null while it has not.'),
  test: z.boolean().describe('A test is in no statistics, and its waits are short.'),
  finished_at: timestamp().nullable(),
  ...stamps,
})
export type ScenarioRun = z.infer<typeof ScenarioRun>

/** A run as answers show it. */
export const RunAnswer = ScenarioRun.extend({
  continues_at: computedTime()
    .nullable()
    .describe(
      'When it goes on by itself: the end of its wait. Null while it acts, and once it is over; and of a wait of minutes while the scenario is paused.',
    ),
})

export const TraceItem = z.object({
  id: text(80)
    .describe('The place in the trace.')
    .meta({ examples: ['000001'] }),
  node: slug(40).describe('The name of the node in its graph.'),
  kind: text(20).describe('The kind of the node.'),
  entered_at: timestamp().describe('When the person came to the node.'),
  left_at: timestamp().nullable().describe('When the person left the node; null where the run is.'),
  exit: text(40)
    .nullable()
    .describe('The exit that it took: next, yes, branches.1.next; exit where the run was ended.'),
  outcome: text(40)
    .nullable()
    .describe('What became of the effect, or of the wait; of a message, its present status.'),
  reason: text(500).nullable().describe('Why: of a skipped effect, of a condition.'),
  effect_key: text(80).nullable().describe('The key under which the effect was carried out, once.'),
  ids: z.array(text(60)).max(50).describe('What the effect made: messages, tasks, notes, accesses.'),
  request_id: text(64).nullable().describe('The id of the request, to look it up.'),
})
export type TraceItem = z.infer<typeof TraceItem>

/** What became of the messages of a node. */
export const MessageStats = z.object({
  queued: z.int().describe('Those that wait, or are tried again.'),
  sent: z.int().describe('Messages that the channel has taken.'),
  opened: z.int().describe('By people: programs that open mails do not count.'),
  clicked: z.int().describe('Messages of which a link was followed.'),
  skipped: z.int().describe('The message says why: GET /v1/messages/{id}.'),
  failed: z.int().describe('Refused by the channel, or unknown.'),
})

export type MessageStats = z.infer<typeof MessageStats>

export const refusals = refuse({
  run_over: {
    status: 409,
    when: 'the run is over',
    message: 'This run is over. Start another one: POST /v1/scenarios/{id}/run.',
  },
})

export const runFinished = event('system.scenario_run_finished', {
  when: 'a person’s run through a scenario ended; see its reason',
  object: ScenarioRun,
  related: ['user_id', 'scenario_id', 'scenario_run_id'],
  example: { status: 'finished', reason: 'end', finished_at: '2026-11-21T09:30:00.000+00:00' },
})

export const scenarioRuns = resource({
  list: L('GET /v1/scenario-runs', {
    summary: 'List runs of people through scenarios',
    permission: 'scenario-runs:read',
    returns: RunAnswer,
    list: { filters: {}, sorts: ['created_at', 'updated_at'] },
  }),
  stop: A('POST /v1/scenario-runs/{id}/stop', {
    summary: 'Stop a scenario run for good',
    permission: 'scenario-runs:write',
    returns: RunAnswer,
    bound: null,
    refuses: [refusals.run_over],
    emits: [runFinished],
  }),
  trace: LN('GET /v1/scenario-runs/{id}/trace', {
    summary: 'List the nodes that a run passed in the last 400 days, with the outcome of each',
    permission: 'scenario-runs:read',
    returns: TraceItem,
    list: { filters: {}, sorts: [] },
  }),
})
