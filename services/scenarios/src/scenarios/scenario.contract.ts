import { A, C, deleted, G, id, L, LN, M, moment, oneOf, resource, slug, text } from '@lms/contract'
import { z } from 'zod'
import { scalar } from '../graph/data-test.ts'
import { Graph, RunData } from '../graph/node.ts'
import { RunAnswer, runFinished, TraceItem } from '../runs/run.contract.ts'
import {
  maxFaults,
  maxRendered,
  NodeStats,
  RenderedMessage,
  Scenario,
  ScenarioDetail,
  ScenarioWithVersions,
  scenarioPublished,
} from './scenario.object.ts'
import { refusals, scenarioRoom, versionRoom } from './scenario-refusals.ts'

const [read, write] = ['scenarios:read', 'scenarios:write'] as const
const fields = Scenario.pick({ name: true, re_entry: true, re_entry_gap_hours: true }).extend({
  graph: Graph.describe('The nodes of the scenario, as a draft until it is published.'),
})
const exampleGraph = {
  nodes: [
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'day' },
    { id: 'day', kind: 'wait', until: { by: 'minutes', minutes: 1440 }, next: 'note' },
    { id: 'note', kind: 'note', text: 'Began a day ago.', next: 'end' },
    { id: 'end', kind: 'end' },
  ],
} as const
const trigger = slug(40)
  .nullable()
  .default(null)
  .describe('The trigger at which it begins; the one by hand, or the first one, unless told.')
const answers = z
  .record(slug(40), z.boolean())
  .refine(values => Object.keys(values).length <= 200, 'give at most 200 answers')
  .default({})
const dryRun = z.boolean().default(false).describe('Only answers; nothing changes.')

export const scenarios = resource({
  list: L('GET /v1/scenarios', {
    summary: 'List scenarios',
    permission: read,
    returns: Scenario,
    list: { filters: {}, sorts: ['created_at', 'updated_at', 'name'] },
  }),
  create: C('POST /v1/scenarios', {
    summary: 'Create a scenario, as a draft',
    permission: write,
    body: fields
      .extend({
        re_entry: Scenario.shape.re_entry.default('never'),
        re_entry_gap_hours: Scenario.shape.re_entry_gap_hours.default(0),
        graph: Graph.default({ nodes: [] }).describe(
          'The nodes of the scenario, as a draft until it is published.',
        ),
      })
      .strict(),
    example: { name: 'Abandoned basket', graph: exampleGraph as never },
    returns: ScenarioDetail,
    bound: scenarioRoom,
    refuses: [refusals.user_unknown, refusals.scenario_unknown],
  }),
  get: G('GET /v1/scenarios/{id}', {
    summary: `Get a scenario with its graph, and who is inside: the first ${maxFaults}`,
    permission: read,
    returns: ScenarioWithVersions,
  }),
  update: M('PATCH /v1/scenarios/{id}', {
    summary: 'Change the draft of a scenario; people inside continue in the published version',
    permission: write,
    body: fields.partial().strict(),
    example: { name: 'Abandoned basket, second try' },
    returns: ScenarioDetail,
    refuses: [refusals.user_unknown, refusals.scenario_unknown],
  }),
  delete: M('DELETE /v1/scenarios/{id}', {
    summary: 'Delete a scenario that nobody is in and no other scenario starts; its runs can still be read',
    permission: write,
    returns: deleted(id('scn')),
    refuses: [refusals.scenario_occupied, refusals.scenario_named],
  }),
  publish: A('POST /v1/scenarios/{id}/publish', {
    summary: 'Publish the draft as a new version; people inside stay in their version unless they are moved',
    permission: write,
    body: z.strictObject({
      dry_run: dryRun,
      from_version: z
        .int32()
        .min(1)
        .nullable()
        .default(null)
        .describe('Publishes the graph of this version again, in place of the draft, which stays as it is.'),
      move_inside: z
        .boolean()
        .default(false)
        .describe('Moves whoever is at a node that the new version has, too.'),
      enter_now: z
        .boolean()
        .default(false)
        .describe('Lets the present members of the segments of its triggers enter, where it is enabled.'),
    }),
    returns: z.object({
      scenario: ScenarioDetail,
      published: z.boolean().describe('Whether the draft is now a version; false for a dry run.'),
      inside_older: z.int().describe('People inside older versions, before a move.'),
      would_enter: z
        .int()
        .nullable()
        .describe(
          'Present members of the segments of its triggers whom nothing keeps from entering; null beyond 10,000 members, and while the segments have still to see what has just changed.',
        ),
      moved: z
        .int()
        .describe('People who were moved at once, of the first 2,000 inside. The others follow in a moment.'),
    }),
    bound: versionRoom,
    refuses: [
      refusals.graph_invalid,
      refusals.graph_beyond_own,
      refusals.scenario_not_enabled,
      refusals.version_unknown,
    ],
    emits: [scenarioPublished],
  }),
  pause: A('POST /v1/scenarios/{id}/pause', {
    summary: 'Pause a scenario: nobody enters or continues, and waits are suspended',
    permission: write,
    returns: ScenarioDetail,
    bound: null,
    refuses: [refusals.scenario_not_enabled, refusals.scenario_paused],
    emits: [scenarioPublished],
  }),
  status: A('POST /v1/scenarios/{id}/status', {
    summary: 'Enable, resume or stop a scenario',
    permission: write,
    body: z.strictObject({
      status: oneOf(['enabled', 'stopped']).describe(
        '`enabled` lets people enter and go on, `stopped` lets nobody enter.',
      ),
      inside: oneOf(['close', 'finish'])
        .default('close')
        .describe('Of a stop: ends the runs of people inside, or lets them walk on.'),
      dry_run: dryRun,
    }),
    example: { status: 'enabled' },
    returns: z.object({ scenario: ScenarioDetail, inside: z.int().describe('People inside.') }),
    bound: null,
    refuses: [refusals.scenario_unpublished, refusals.scenario_closing],
    emits: [scenarioPublished, runFinished],
  }),
  run: A('POST /v1/scenarios/{id}/run', {
    summary: 'Start an enabled scenario for a person',
    permission: write,
    body: z.strictObject({
      user_id: id('usr'),
      data: RunData.default({}).describe('Values that the run begins with, by name.'),
    }),
    returns: RunAnswer,
    bound: 'task',
    refuses: [
      refusals.user_unknown,
      refusals.scenario_not_enabled,
      refusals.already_inside,
      refusals.re_entry_refused,
      refusals.too_many_entries,
    ],
  }),
  test: A('POST /v1/scenarios/{id}/test', {
    summary:
      'Check whether a person would enter a scenario now; with real, run a test of the published version',
    permission: write,
    body: z.strictObject({
      userId: id('usr').describe('The person to test the scenario with.'),
      real: z
        .boolean()
        .default(false)
        .describe(
          'Its effects are real; its waits take seconds, and it walks whatever the state of the scenario.',
        ),
      trigger,
      data: RunData.default({}).describe('Of a real test: what its run begins with.'),
      answers: answers.describe(
        'Of a real test: answers of conditions and rules by node, in place of the person’s.',
      ),
    }),
    returns: z.object({
      would_enter: z.boolean().describe('Whether the person would enter now.'),
      obstacle: oneOf(['not_enabled', 'inside', 're_entry', 'too_many_entries', 'no_trigger'])
        .nullable()
        .describe('What keeps the person out; null if nothing does.'),
      trigger: slug(40)
        .nullable()
        .describe(
          'The first trigger that can let the person in: by hand, with its event once that comes, or through a segment that has the person now.',
        ),
      run: RunAnswer.nullable().describe('The test, if real.'),
    }),
    bound: 'task',
    refuses: [refusals.user_unknown, refusals.scenario_unpublished, refusals.trigger_unknown],
  }),
  dryRun: A('POST /v1/scenarios/{id}/dry-run', {
    summary: 'Simulate the draft of a scenario for a person on a virtual clock, without any effect',
    permission: 'scenarios:read',
    readOnly: true,
    body: z.strictObject({
      user_id: id('usr').nullable().default(null).describe('Whom conditions are asked about.'),
      trigger,
      data: RunData.default({}).describe('Values that the run begins with, by name.'),
      from: moment().nullable().default(null).describe('When it begins; now unless told.'),
      time_zone: text(60)
        .nullable()
        .default(null)
        .describe('The zone of the person; unless told theirs, else that of the school.'),
      answers: answers.describe(
        'Assumed answers of conditions, of rules that are waited for, and of what ends the run, by node. One without an answer, and without a person, is no.',
      ),
      dates: z
        .record(slug(40), text(40).nullable())
        .refine(values => Object.keys(values).length <= 200, 'give at most 200 dates')
        .default({})
        .describe('Assumed dates of waits by node: a day or a time; null for none.'),
      events: z
        .array(
          z.strictObject({
            type: text(60, 1).describe('The type of the event, as webhooks name it.'),
            at: moment().describe('When it is assumed to happen.'),
            fields: z
              .record(text(120, 1), z.union([scalar, z.array(scalar).max(100)]))
              .default({})
              .describe('Values of its object by their path: `status`, `items[].offer_id`.'),
          }),
        )
        .max(50)
        .default([])
        .describe('Assumed events.'),
    }),
    example: { data: { amount: 4900 } },
    returns: z.object({
      path: z
        .array(
          TraceItem.pick({
            node: true,
            kind: true,
            entered_at: true,
            left_at: true,
            exit: true,
            outcome: true,
            reason: true,
          }).extend({
            message: RenderedMessage.nullable().describe(
              `Of a message: what the person would read; of the first ${maxRendered} messages.`,
            ),
          }),
        )
        .describe('The nodes that the person would pass, in order.'),
      reason: oneOf(['end', 'goal', 'exit'])
        .nullable()
        .describe('How it ended; null where it would wait for ever.'),
    }),
    bound: null,
    refuses: [refusals.user_unknown, refusals.graph_invalid, refusals.trigger_unknown, refusals.zone_unknown],
  }),
  stats: LN('GET /v1/scenarios/{id}/stats', {
    summary:
      'List the counts of each node, newest versions first: people entered, waiting and dropped, and messages',
    permission: read,
    returns: NodeStats,
    list: { filters: {}, sorts: [] },
  }),
})
