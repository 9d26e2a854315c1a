import { createHash } from 'node:crypto'
import { Graph } from '../graph/node.ts'
import { type RunState, step } from './step.ts'
import type { Now } from './times.ts'

const weights = [1, 1, 2]
const exits = weights.map((_, index) => `branch${index}`)
const graph = Graph.parse({
  nodes: [
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'split' },
    {
      ...{ id: 'split', kind: 'split' },
      branches: weights.map((weight, index) => ({ weight, next: exits[index] })),
    },
    ...exits.map(id => ({ id, kind: 'end' })),
  ],
})
const noon = Date.parse('2026-11-21T12:00:00Z')
const now: Now = { wall: noon, scenario: noon, zone: 'UTC', longest: null, looks: false }

/** Ids as they are made, from a fixed seed. */
const idsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const hash = createHash('sha256').update(`seed 7 ${prefix} ${index}`).digest('hex')
    return `${prefix}_01m8k${hash.slice(0, 21)}`
  })

/** The branch that a person takes in a scenario: its place. */
function branchIn(scenario_id: string, user_id: string): number {
  const run: RunState = {
    ...{ id: 'run_1', scenario_id, user_id, node: 'begin', data: {} },
    ...{ visit: 0, phase: 'ready', due: null, ends: null, awaits: null },
  }
  return exits.indexOf(step(graph, run, { kind: 'entered' }, now).run.node)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const chiSquare = (observed: readonly number[], expected: readonly number[]) =>
  sum(observed.map((count, index) => (count - expected[index]!) ** 2 / expected[index]!))

const people = idsOf('usr', 10_000)
const scenarios = idsOf('scn', 8)
const branches = scenarios.map(scenario => people.map(person => branchIn(scenario, person)))
const countsOf = (taken: readonly number[]) =>
  exits.map((_, branch) => taken.filter(each => each === branch).length)
const shares = weights.map(weight => weight / sum(weights))

test('each branch has its share of people', () => {
  const expected = shares.map(share => share * people.length)
  // A thousandth of a thousandth for two degrees of freedom, for each of eight scenarios.
  for (const taken of branches) expect(chiSquare(countsOf(taken), expected)).toBeLessThan(27.6)
})

test('splits of different scenarios with the same node are independent of each other', () => {
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).map(other => [one, other] as const),
  )
  expect(pairs).toHaveLength(28)
  for (const [one, other] of pairs) {
    const [rows, columns] = [countsOf(one), countsOf(other)]
    const observed = exits.flatMap((_, row) =>
      exits.map((_, column) => one.filter((each, index) => each === row && other[index] === column).length),
    )
    const expected = rows.flatMap(row => columns.map(column => (row * column) / people.length))
    // The same bound for four degrees of freedom. People who took the same branch in both would give 20,000.
    expect(chiSquare(observed, expected)).toBeLessThan(33.4)
  }
})
