// What the nodes of a graph do to people and ask about them, as the calls for one person.
import {
  type Caller,
  common,
  hasPermission,
  type Permission,
  Refused,
  readerOf,
  readsEveryEvent,
} from '@lms/contract'
import { audiences } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { type Ask, asksOf, ruleOfAsk } from '../graph/asks.ts'
import type { Graph, NodeKind } from '../graph/node.ts'
import { refusals } from '../scenarios/scenario-refusals.ts'

/** The permissions of the same calls for one person. A call of an outsider needs the school’s secret, which administrators set. */
const needs: { readonly [K in NodeKind]?: Permission } = {
  grant: 'accesses:write',
  revoke: 'accesses:write',
  tag: 'users:write',
  group: 'groups:write',
  message: 'messages:write',
  task: 'tasks:write',
  note: 'notes:write',
  field: 'users:write',
  mailing: 'mailings:write',
}

/**
 * Refuses a graph that does what its publisher may not do: else a key that may only write scenarios could give everybody
 * access to every course.
 */
export function refuseBeyondOwn({ nodes }: Graph, { rights }: Pick<Caller, 'rights'>): void {
  const details = nodes.flatMap(({ id, kind }) => {
    const permission = needs[kind]
    return !permission || hasPermission(rights, permission)
      ? []
      : [{ path: `graph.nodes.${id}`, message: `needs the permission ${permission}, which you lack` }]
  })
  if (details.length)
    throw new Refused(refusals.graph_beyond_own, undefined, { details: details.slice(0, 100) })
}

/**
 * What an answer reads, as in a subscription to the event or in the list of the objects: one of these permissions. Of rules
 * and segments crm says it.
 */
function readersOf(ask: Ask): Permission[] {
  if (ask.by === 'event') return [...new Set([readerOf(ask.type), readsEveryEvent])]
  if (ask.by === 'attendance') return ['webinar-attendance:read']
  return ask.by === 'date' ? [readersOfDates[ask.of.from]] : []
}

const readersOfDates = {
  person: 'users:read',
  access: 'accesses:read',
  session: 'webinar-sessions:read',
} as const

/**
 * Refuses a graph that asks about people what its caller may not read: dry runs, tests and traces tell the answers. Asks
 * crm: before anything is locked.
 */
export async function refuseUnreadable(
  { nodes }: Graph,
  { rights }: Pick<Caller, 'rights'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  const asks = nodes.flatMap(node => asksOf(node).map(ask => ({ id: node.id, ask, rule: ruleOfAsk(ask) })))
  const rules = asks.flatMap(({ rule }) => (rule ? [rule] : []))
  const ofRules = rules.length ? await needsOfRules(rules, { work, runtime }) : []
  const details = asks.flatMap(({ id, ask, rule }) => {
    const needs = rule ? ofRules.shift()! : [readersOf(ask)]
    return needs
      .filter(some => some.length > 0 && !some.some(each => hasPermission(rights, each)))
      .map(some => ({
        path: `graph.nodes.${id}`,
        message: `asks about people, and needs ${some.join(' or ')}`,
      }))
  })
  if (details.length)
    throw new Refused(common.permission_missing, undefined, { details: details.slice(0, 50) })
}

async function needsOfRules(
  rules: readonly object[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Permission[][][]> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { needs_of_rules } = await runtime
    .client('crm', { audiences }, scope)
    .audiences.needs({ body: { segment_ids: [], rules: rules as never } })
  return needs_of_rules as Permission[][][]
}
