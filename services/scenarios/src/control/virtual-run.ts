import { type BodyOf, formatTime, type Id, Refused, type ReturnsOf } from '@lms/contract'
import { type AssumedFact, rendering } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { asksIn } from '../graph/asks.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import type { scenarios } from '../scenarios/scenario.contract.ts'
import { maxRendered } from '../scenarios/scenario.object.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'
import { refusals } from '../scenarios/scenario-refusals.ts'
import { attendanceOf } from '../walking/attendance.ts'
import { factsOf, type Verdict } from '../walking/checks.ts'
import { schoolZone } from '../walking/school-zone.ts'
import { type Assumed, dryRun, type Question } from './dry-run.ts'
import { verdictOf } from './verdicts.ts'

type DryRunRequest = BodyOf<(typeof scenarios)['dryRun']> & {
  /** The trigger at which it begins. */
  begin: string
}
type Answer = ReturnsOf<(typeof scenarios)['dryRun']>
type At = Pick<Work, 'now' | 'work' | 'runtime'>

/** A dry run of a draft without faults: conditions are asked about the person, unless answers are assumed. */
export async function virtualRun(
  { id: scenario_id, graph }: Pick<ScenarioRow, 'id' | 'graph'>,
  body: DryRunRequest,
  ctx: At,
): Promise<Answer> {
  const facts = await knownBy(graph, body, ctx)
  const zone = body.time_zone ?? facts.zone
  if (!isZone(zone)) throw new Refused(refusals.zone_unknown)
  const { user_id } = body
  const assumed = Object.fromEntries(
    Object.entries(body.answers).map(([node, holds]) => [node, { holds, why: 'assumed' }]),
  )
  const { path, reason } = await dryRun(graph, {
    ...{ begin: body.begin, scenario_id, user_id: user_id ?? 'nobody', data: body.data, zone },
    from: Date.parse(body.from ?? ctx.now),
    answers: assumed,
    ...(user_id && { ask: askerOf(user_id, ctx) }),
    dates: { ...facts.dates, ...body.dates },
    events: body.events.map(event => ({ ...event, at: Date.parse(event.at) })),
  })
  const messages = await messagesOf(graph, path, body, ctx)
  return {
    path: path.map(({ node, kind, entered, at, exit, outcome, reason }) => ({
      node,
      kind,
      entered_at: formatTime(new Date(entered)),
      left_at: formatTime(new Date(at)),
      exit,
      outcome,
      reason,
      message: messages.get(node) ?? null,
    })),
    reason: reason as Answer['reason'],
  }
}

/** What the person would read at the first nodes of the path that send a message. */
async function messagesOf(
  graph: Graph,
  path: readonly { node: string }[],
  { user_id, data }: DryRunRequest,
  ctx: At,
): Promise<Map<string, NonNullable<Answer['path'][number]['message']>>> {
  const passed = new Set(path.map(({ node }) => node))
  const nodes = nodesOf(graph, 'message')
    .filter(({ id }) => passed.has(id))
    .slice(0, maxRendered)
  if (nodes.length === 0) return new Map()
  const { results } = await ctx.runtime.client('crm', { rendering }, scopeOf(ctx)).rendering.render({
    body: {
      user_id,
      messages: nodes.map(({ transport, template_id, subject, body, variables }) => ({
        ...{ transport, template_id, subject, body },
        variables: { ...data, ...variables },
      })),
    },
  })
  return new Map(nodes.map(({ id }, index) => [id, results[index]!]))
}

const scopeOf = ({ work }: At) => ({ school: work.school, requestId: work.origin.requestId })

/** The zone of the person, else of the school, and the dates of the waits of the graph by node. */
async function knownBy(
  graph: Graph,
  { user_id, data }: DryRunRequest,
  ctx: At,
): Promise<{ zone: string; dates: Record<string, string | null> }> {
  const at = { runtime: ctx.runtime, ...scopeOf(ctx) }
  const waits = asksIn(graph, 'date').map(({ id, ask: { of } }) => ({ id, of }))
  const nothing = Object.fromEntries(waits.map(({ id }) => [id, null]))
  if (!user_id) return { zone: await schoolZone(at), dates: nothing }
  const run = { user_id, data }
  const facts = await factsOf(
    [user_id],
    waits.map(({ of }) => ({ run, of })),
    at,
  )
  return {
    zone: facts.zoneOf(user_id),
    dates: Object.fromEntries(waits.map(({ id, of }) => [id, facts.dateOf(run, of)])),
  }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Maximum questions of a dry run: a circle asks again and again. */
const maxAsked = 200

/** Asks about a person, each question once as long as nothing has changed. */
function askerOf(user_id: Id<'usr'>, ctx: At): NonNullable<Assumed['ask']> {
  const verdicts = new Map<string, Promise<Verdict>>()
  return (question, assume, at) => {
    const key = JSON.stringify([question, assume, at])
    if (verdicts.size >= maxAsked && !verdicts.has(key))
      return Promise.resolve({ holds: false, why: 'this dry run has asked too often' })
    const answer = verdicts.get(key) ?? askOnce(question, assume, at)
    verdicts.set(key, answer)
    return answer
  }

  async function askOnce(by: Question, assume: readonly AssumedFact[], at: number): Promise<Verdict> {
    if (by.by === 'rule') return verdictOf(user_id, { rule: by.rule, assume, at }, ctx)
    return (await attendanceOf(user_id, [by], { runtime: ctx.runtime, ...scopeOf(ctx) }))[0]!
  }
}
