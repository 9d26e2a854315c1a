// The nodes of a scenario's graph.
import { id, moment, oneOf, personal, reference, slug, text } from '@lms/contract'
import { RuleSchema, transport } from '@lms/crm/contract'
import { z } from 'zod'
import { DataTest, dataName, scalar } from './data-test.ts'
import { eventFields, Leave, Until } from './until.ts'

const nodeId = slug(40).describe('The name of the node in its graph.')
const exit = nodeId.nullable().default(null).describe('The next node; a published graph has no open exit.')

const segment = reference(['seg'])

const Start = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('hand') }),
  z.strictObject({ by: z.literal('event'), ...eventFields }),
  z.strictObject({
    by: z.literal('segment'),
    segment_id: segment.describe('People enter when they enter the segment, by an event or by time.'),
  }),
  z.strictObject({
    by: z.literal('date'),
    at: moment().describe('The time at which the members of the segment enter.'),
    segment_id: segment.describe('Its members enter at this time, once. A pause lets it pass.'),
  }),
])
const If = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('rule'), rule: RuleSchema }),
  z.strictObject({ by: z.literal('data'), test: DataTest.describe('The test of the data of the run.') }),
  z.strictObject({
    by: z.literal('attendance'),
    webinar_id: reference(['wbn']),
    counts: oneOf(['live_seconds', 'recording_percent']).describe(
      'The presence while a session was live, or the share of a recording that was watched: never both together.',
    ),
    at_least: z
      .int32()
      .min(1)
      .max(604_800)
      .describe('The least that lets the condition hold, in any one session of the webinar.'),
  }),
])
const variables = z
  .record(dataName, scalar)
  .refine(values => Object.keys(values).length <= 30, 'give at most 30 variables')
  .default({})
  .describe('Values by name, which the template or the call gets beside those of the run.')

const kind = <K extends string>(name: K) => ({ id: nodeId, kind: z.literal(name) })

export const Node = z.discriminatedUnion('kind', [
  z.strictObject({
    ...kind('trigger'),
    start: Start.describe('What lets people enter the scenario here.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('wait'),
    until: Until.describe('What the person waits for.'),
    next: exit,
    timeout: exit.describe(
      'The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before.',
    ),
  }),
  z.strictObject({
    ...kind('condition'),
    if: If.describe('What let you in, and what you did, is visible to your conditions.'),
    yes: exit.describe('The next node if the condition holds; a published graph has no open exit.'),
    no: exit.describe('The next node if it does not hold; a published graph has no open exit.'),
  }),
  z.strictObject({
    ...kind('split'),
    branches: z
      .array(
        z.strictObject({
          weight: z
            .int32()
            .min(1)
            .max(1000)
            .describe(
              'How often people take this branch: with weights 1 and 3 a quarter of them take the first.',
            ),
          next: exit,
        }),
      )
      .min(2)
      .max(10)
      .describe('The branches, of which each person takes one by chance.'),
  }),
  z.strictObject({
    ...kind('message'),
    transport: transport().default('email').describe('The channel by which the message is sent.'),
    topic: slug(40)
      .default('news')
      .describe('The key of a topic of the settings; its basis decides who may get the message.'),
    template_id: reference(['tpl']).nullable().default(null),
    subject: text(300)
      .default('')
      .describe('The subject of an e-mail without a template; it may contain Liquid.'),
    body: text(20_000, 1).nullable().default(null).describe('Markdown with Liquid, without a template.'),
    variables,
    next: exit,
  }),
  z.strictObject({
    ...kind('grant'),
    course_id: reference(['crs']),
    term_days: z
      .int32()
      .min(1)
      .max(36_500)
      .nullable()
      .default(null)
      .describe('The length of the access in days; null for no end.'),
    next: exit,
  }),
  z.strictObject({ ...kind('revoke'), course_id: reference(['crs']), next: exit }),
  z.strictObject({
    ...kind('tag'),
    tag_id: reference(['tag']),
    action: oneOf(['add', 'remove']).default('add').describe('Whether the person gets the tag or loses it.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('group'),
    group_id: reference(['grp']),
    action: oneOf(['join', 'leave'])
      .default('join')
      .describe('Whether the person joins the group or leaves it.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('task'),
    title: text(200, 1).describe('What the manager reads in the list of tasks.'),
    description: text(4000)
      .default('')
      .describe('What the manager is to do; empty for nothing beyond the title.'),
    assignee_id: id('usr')
      .nullable()
      .default(null)
      .describe('The manager who gets the task; null for a task of nobody.'),
    due_days: z
      .int32()
      .min(0)
      .max(365)
      .nullable()
      .default(null)
      .describe('Days until the task is due; null for a task without a term.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('note'),
    text: text(4000, 1).describe('What the note about the person says.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('scenario'),
    scenario_id: id('scn').describe('The person enters it too, as by hand; this run goes on at once.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('http'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .describe('Gets a signed POST with the ids of person and run, and the data of the run.')
      .meta({ examples: ['https://hooks.example.org/scenario'] }),
    variables,
    save: z
      .array(
        z.strictObject({
          name: dataName.describe('The name that the value gets in the data of the run.'),
          path: text(200, 1)
            .meta({ examples: ['lead.score'] })
            .describe('Where the value stands in the answer.'),
        }),
      )
      .max(10)
      .default([])
      .describe('Values of the JSON answer that the data of the run gets, by their path.'),
    next: exit,
    failed: exit.describe('The next node if three tries brought no answer of 2xx.'),
  }),
  z.strictObject({
    ...kind('field'),
    field: dataName.describe('The name of a custom field.').meta({ examples: ['source'] }),
    value: z
      .union([
        scalar,
        z.strictObject({ data: dataName.describe('The name of a value in the data of the run.') }),
        z.null(),
      ])
      .describe('The value, or the name of a value in the data of the run; null removes it.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('mailing'),
    mailing_id: reference(['mlg']).describe('A draft, which starts once, for its own audience.'),
    next: exit,
  }),
  z.strictObject({
    ...kind('exit'),
    on: Leave.describe('What ends the run.'),
    as: oneOf(['goal', 'exit'])
      .default('goal')
      .describe('The reason with which the run ends, wherever the person is. No exit leads to this node.'),
  }),
  z.strictObject({ ...kind('goal') }),
  z.strictObject({ ...kind('end') }),
])
export type Node = z.output<typeof Node>
export type NodeKind = Node['kind']
export type NodeOf<K extends NodeKind> = Extract<Node, { kind: K }>

/** Maximum nodes of a graph. */
export const maxNodes = 200
const maxBytes = 64 * 1024
/** Each is looked at for everybody inside. */
const maxExits = 10

/** The graph of a scenario. */
export const Graph = z
  .strictObject({
    nodes: z
      .array(Node)
      .max(maxNodes)
      .describe('The nodes in any order; a trigger begins, and each exit names the next one.'),
  })
  .refine(({ nodes }) => new Set(nodes.map(({ id }) => id)).size === nodes.length, {
    path: ['nodes'],
    message: 'each node has a name of its own',
  })
  .refine(({ nodes }) => nodes.filter(({ kind }) => kind === 'exit').length <= maxExits, {
    path: ['nodes'],
    message: `a graph has at most ${maxExits} nodes of the kind exit`,
  })
  .refine(graph => Buffer.byteLength(JSON.stringify(graph)) <= maxBytes, {
    path: ['nodes'],
    message: `a graph has at most ${maxBytes} bytes`,
  })
export type Graph = z.output<typeof Graph>

/** The values that a run begins with. */
export const RunData = z
  .record(dataName, personal(text(500)).or(z.number()).or(z.boolean()))
  .refine(values => Object.keys(values).length <= 30, 'give at most 30 values')
export type RunData = Record<string, string | number | boolean>
