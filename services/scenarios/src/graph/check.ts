// What a graph lacks before it can be published: pure.
import { hasPath } from '@lms/contract'
import type { z } from 'zod'
import { askOf } from './asks.ts'
import { pathOf } from './data-test.ts'
import { exitsOf, nodesById, nodesOf } from './graph.ts'
import type { Graph, Node } from './node.ts'
import type { Until } from './until.ts'

export interface Fault {
  /** The place in the graph: `nodes.welcome.next`. */
  path: string
  message: string
}

/** The events that exist, by type, with the form of their objects. */
export type EventSchemas = ReadonlyMap<string, z.ZodType>

/** All faults of a graph; none if it can be published. */
export function faultsOf(graph: Graph, events: EventSchemas): Fault[] {
  const nodes = nodesById(graph)
  const triggers = nodesOf(graph, 'trigger')
  const faults: Fault[] = []
  if (triggers.length === 0) faults.push({ path: 'nodes', message: 'a trigger is missing' })
  for (const node of graph.nodes) faults.push(...faultsOfNode(node, nodes, events))
  const reached = reachableFrom(
    triggers.map(({ id }) => id),
    nodes,
  )
  for (const { id, kind } of graph.nodes)
    if (!stands(kind) && !reached.has(id))
      faults.push({ path: `nodes.${id}`, message: 'no trigger leads to this node' })
  for (const id of hastyCircles(nodes))
    faults.push({
      path: `nodes.${id}`,
      message: 'a circle through this node has no wait of at least a minute',
    })
  return faults
}

function faultsOfNode(node: Node, nodes: ReadonlyMap<string, Node>, events: EventSchemas): Fault[] {
  const at = `nodes.${node.id}`
  const faults = exitsOf(node).flatMap(({ path, to }): Fault[] => {
    if (to === null) return [{ path: `${at}.${path}`, message: 'this exit leads nowhere' }]
    const target = nodes.get(to)
    if (!target) return [{ path: `${at}.${path}`, message: `the graph has no node ${to}` }]
    return stands(target.kind)
      ? [{ path: `${at}.${path}`, message: `no exit leads to a node of the kind ${target.kind}` }]
      : []
  })
  if (node.kind === 'message' && (node.template_id === null) === (node.body === null))
    faults.push({ path: at, message: 'give either template_id or body' })
  faults.push(...faultsOfEvent(node, at, events))
  return faults
}

/** A node that people come to by no exit. */
const stands = (kind: Node['kind']) => kind === 'trigger' || kind === 'exit'

/** An event that nobody emits, and tests of values that its object never has. */
function faultsOfEvent(node: Node, at: string, events: EventSchemas): Fault[] {
  const heard = askOf(node, 'event')
  if (!heard) return []
  const { place, type, filter } = heard
  const object = events.get(type)
  if (!object) return [{ path: `${at}.${place}.type`, message: `there is no event ${type} about a person` }]
  return filter.flatMap((test, index) =>
    hasPath(object, pathOf(test))
      ? []
      : [
          {
            path: `${at}.${place}.filter.${index}`,
            message: `the object of ${type} has no value at ${pathOf(test)}`,
          },
        ],
  )
}

const targetsOf = (node: Node, nodes: ReadonlyMap<string, Node>): string[] =>
  exitsOf(node).flatMap(({ to }) => (to !== null && nodes.has(to) ? [to] : []))

function reachableFrom(starts: readonly string[], nodes: ReadonlyMap<string, Node>): Set<string> {
  const reached = new Set(starts)
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const to of targetsOf(nodes.get(id)!, nodes)) {
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  return reached
}

/**
 * Nodes on circles that a person could walk without waiting: a moment or a date passes once, an event may come at once, and a
 * rule may hold at once, so none of them holds a person for a minute each time. The end of the time of an event or a rule
 * does, and a date that returns every year.
 */
function hastyCircles(nodes: ReadonlyMap<string, Node>): string[] {
  const quick = (node: Node): string[] =>
    exitsOf(node).flatMap(({ path, to }) =>
      to !== null && nodes.has(to) && !(node.kind === 'wait' && holdsPeople(node.until, path)) ? [to] : [],
    )
  const done = new Set<string>()
  const circleIds = new Set<string>()
  // One path for all: a copy for each node made a chain of 190 nodes cost 16 ms.
  const path = new Set<string>()
  const walk = (id: string): void => {
    if (path.has(id)) return void circleIds.add(id)
    if (done.has(id)) return
    path.add(id)
    for (const to of quick(nodes.get(id)!)) walk(to)
    path.delete(id)
    done.add(id)
  }
  for (const id of nodes.keys()) walk(id)
  return [...circleIds]
}

/** Whether who leaves the wait by this exit has waited for a minute at least. */
function holdsPeople(until: Until, exit: string): boolean {
  switch (until.by) {
    case 'minutes':
    case 'clock':
      return true
    case 'event':
    case 'rule':
      return exit === 'timeout'
    case 'date':
      return until.yearly && exit === 'next'
    default:
      return false
  }
}
