// A rule asks about people, and its answer tells them: who matches, how many, since when. So each of its leaves asks for the
// right to read what it names, as a subscription asks for that of the object of an event.
import {
  type Caller,
  common,
  hasPermission,
  type Permission,
  type RefusalDetail,
  Refused,
  readerOf,
  readsEveryEvent,
} from '@lms/contract'
import type { Stores } from '../builder.ts'
import { kindOf, leavesOf, type Rule, ruleOf, segmentsIn, typesOf } from './rule.ts'
import type { Leaf } from './rule-leaves.ts'

/** By what a leaf reads of a person; events have readers of their own, and a segment is what its rule reads. */
const readers = {
  field: 'users:read',
  tag: 'users:read',
  consent: 'users:read',
  group: 'groups:read',
  access: 'accesses:read',
  spent: 'orders:read',
} as const satisfies Record<string, Permission>

/** Whether somebody may be written to tells their contacts, consents, preferences and the list of suppressions. */
const reachableReaders: Permission[][] = [['users:read'], ['preferences:read'], ['suppressions:read']]

/** What a question needs, at its place: one of these permissions. */
export interface Need {
  path: string
  permissions: Permission[]
}

/** One of each of these. */
function needsOfLeaf(leaf: Leaf): Permission[][] {
  const ofEvents = typesOf(leaf).map(type => [...new Set([readerOf(type), readsEveryEvent])])
  if ('reachable' in leaf) return reachableReaders
  const kind = kindOf(leaf)
  return kind in readers ? [[readers[kind as keyof typeof readers]]] : ofEvents
}

type Needed = Pick<Stores, 'segments'>

/** What a rule needs, with the rules of the segments that it names; `place` is its own. */
export async function needsOf(rule: Rule, rootPath: string, stores: Needed): Promise<Need[]> {
  const own = leavesOf(rule).flatMap(({ path, leaf }) => {
    const place = [rootPath, path].filter(Boolean).join('.')
    return needsOfLeaf(leaf).map(permissions => ({ path: place, permissions }))
  })
  return [...own, ...(await needsOfSegments(segmentsIn(rule), rootPath, stores))]
}

/** What it needs to ask who is in these segments, or in those that their rules name. */
export async function needsOfSegments(
  ids: readonly string[],
  rootPath: string,
  { segments }: Needed,
): Promise<Need[]> {
  const needs: Need[] = []
  const seen = new Set<string>()
  for (let next = [...ids]; next.length; ) {
    for (const id of next) seen.add(id)
    const rows = await segments.many(next)
    const rules = rows.flatMap(row => [row.rule, ...(row.live_rule ? [row.live_rule] : [])]).map(ruleOf)
    const leaves = rules.flatMap(rule => leavesOf(rule))
    for (const permissions of leaves.flatMap(({ leaf }) => needsOfLeaf(leaf)))
      needs.push({ path: rootPath, permissions })
    next = [...new Set(rules.flatMap(segmentsIn))].filter(id => !seen.has(id))
  }
  return needs
}

/** Refuses with permission_missing a caller who may not read what is asked; details name the places. */
export function refuseUnreadable(needs: readonly Need[], { rights }: Pick<Caller, 'rights'>): void {
  const lacks = needs.filter(({ permissions }) => !permissions.some(each => hasPermission(rights, each)))
  const detailByText = new Map<string, RefusalDetail>()
  for (const { path, permissions } of lacks) {
    const message = `asks about people, and needs ${permissions.join(' or ')}`
    detailByText.set(`${path} ${message}`, { path, message })
  }
  if (detailByText.size)
    throw new Refused(common.permission_missing, undefined, {
      details: [...detailByText.values()].slice(0, 50),
    })
}
