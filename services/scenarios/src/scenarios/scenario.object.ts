import { event, id, oneOf, slug, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Graph } from '../graph/node.ts'
import { MessageStats, ScenarioRun } from '../runs/run.contract.ts'
import { scenarioLifecycle } from './scenario.lifecycle.ts'

/** Maximum people inside whom the scenario shows. */
export const maxFaults = 100

export const Scenario = z.object({
  id: id('scn'),
  name: text(200, 1)
    .meta({ examples: ['Abandoned basket'] })
    .describe('Shown to staff in lists and in the history of a person.'),
  status: statusOf(scenarioLifecycle).describe(
    'paused: nobody enters, and whoever is inside stays where they are; the clock of their waits stands still.',
  ),
  re_entry: oneOf(['never', 'after_leaving']).describe('Whether a person who has left may enter again.'),
  re_entry_gap_hours: z.int32().min(0).max(87_600).describe('Hours between leaving and entering again.'),
  published_version: z.int32().nullable().describe('The version that people enter; null before the first.'),
  published_at: timestamp().nullable(),
  paused_at: timestamp().nullable(),
  ...stamps,
})
export type Scenario = z.infer<typeof Scenario>

export const ScenarioDetail = Scenario.extend({
  graph: Graph.describe('The draft. People walk what was published.'),
})
export type ScenarioDetail = z.infer<typeof ScenarioDetail>

const Inside = ScenarioRun.pick({ id: true, user_id: true, status: true, node: true, scenario_version: true })
/** Maximum versions that the scenario shows. */
export const maxVersions = 100
const Version = z.object({
  number: z.int32().describe('The number of the version, from 1.'),
  published_at: timestamp(),
})

export const ScenarioWithVersions = ScenarioDetail.extend({
  published_graph: Graph.nullable().describe('What people enter; null before the first publication.'),
  versions: z
    .array(Version)
    .max(maxVersions)
    .describe(`What was published, the newest first: the last ${maxVersions}.`),
  inside_count: z.int().describe('People inside, in all versions.'),
  inside: z
    .array(
      Inside.extend({ came_at: timestamp().describe('When the person came to the node where they are.') }),
    )
    .max(maxFaults)
    .describe('The people inside, the first of them.'),
})

/** Maximum messages that crm renders in one call, and that a dry run shows. */
export const maxRendered = 20

export const RenderedMessage = z.object({
  subject: text(1000).describe('The subject as it would be sent; empty for a channel without one.'),
  text: text(200_000).describe('The text as it would be sent.'),
  missing: z.array(text(200)).max(100).describe('Variables without a value.'),
  error: text(500).nullable().describe('Why the message cannot be rendered; null if it can.'),
})

export const NodeStats = z.object({
  id: text(60)
    .describe('Version and node.')
    .meta({ examples: ['000001.welcome'] }),
  scenario_version: z.int32().describe('The version of the scenario that has the node.'),
  node: slug(40).describe('The name of the node in its graph.'),
  entered: z.int().describe('How often people came to the node.'),
  waiting: z.int().describe('How many are at it.'),
  dropped: z.int().describe('How many runs were ended there: by a stop, an erasure, a failure.'),
  refused: z
    .int()
    .describe(
      'How often an event began no run at this trigger: in a pause, or because the person was inside, may not enter again, or had entered too many scenarios.',
    ),
  messages: MessageStats.nullable().describe(
    'What became of its messages, those of tests aside; null of a node that has sent none.',
  ),
})

export const scenarioPublished = event('system.scenario_published', {
  when: 'a version of a scenario was published, or the scenario was enabled, paused or stopped; see its status',
  object: Scenario,
  related: ['scenario_id'],
  changes: true,
  example: { status: 'enabled', published_version: 1, published_at: '2026-11-21T09:30:00.000+00:00' },
})
