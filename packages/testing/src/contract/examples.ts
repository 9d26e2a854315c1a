// Values that each operation needs to succeed: the example body of its declaration, with ids of objects that are
// created through the API. A resource with further needs declares them in its `*.examples.ts`. Operations without
// references, and operations on an object of a resource, need no entry.
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type OperationEntry, operationId, operations } from '@lms/api'
import { exampleBody, type Operation } from '@lms/contract'
import type { Build, Example, Examples, School } from './building.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

interface Beside {
  examples?: Examples
  references?: Examples
}
const beside: Beside[] = await Promise.all(
  globSync('services/*/src/**/*.examples.ts', { cwd: root })
    .sort()
    .map(path => import(new URL(path, pathToFileURL(root)).href)),
)

const operationIds = new Set(operations.map(operationId))

/** All examples together; throws if two files have the same entry, or one names no operation. */
function together(parts: readonly (Examples | undefined)[]): Examples {
  const all: Record<string, Build> = {}
  for (const [name, build] of parts.flatMap(part => Object.entries(part ?? {}))) {
    if (name in all) throw new Error(`Two files have an example of ${name}.`)
    if (!operationIds.has(name.split(' ')[0]!))
      throw new Error(`There is an example of ${name}, but no such operation.`)
    all[name] = build
  }
  return all
}

/**
 * Operations that succeed only after something that the API cannot do: the examples are refused, and specs show the rest.
 * `subscriptions.retry` needs a saved card, which only a payment page makes.
 */
const needingMore = ['subscriptions.retry']

/** Whether the example of an operation is one that succeeds. */
export const succeeds = (entry: OperationEntry): boolean => !needingMore.includes(operationId(entry))

const own = together(beside.map(({ examples }) => examples))

/**
 * Bodies with a reference that the operation's own example lacks, by operation and place in the body. The isolation
 * suite replaces these ids by those of another school.
 */
export const references = together(beside.map(({ references }) => references))

/** The operation that creates the object whose id is the last one of the path. */
function makerOf({ operation: { path }, resourceName }: OperationEntry): OperationEntry | undefined {
  const [, before] = /^(.*)\/\{\w+\}/.exec(path) ?? []
  return operations.find(
    ({ operation, ...maker }) =>
      operation.method === 'POST' &&
      operation.path === before &&
      (operation.class === 'C' || maker.resourceName === resourceName),
  )
}

/**
 * The ids in the path of an operation, each of an object created for it; the ids before the last come from the creating
 * operation.
 */
const pathThrough =
  (maker: OperationEntry, entry: OperationEntry): Build =>
  async school => {
    const example = await exampleOf(maker, school)
    const { id } = await school.done(operationId(maker), example)
    return { path: { ...example.path, [pathNames(entry).at(-1)!]: id } }
  }

const derived = Object.fromEntries(
  operations.flatMap(entry => {
    const maker = makerOf(entry)
    return maker ? [[operationId(entry), pathThrough(maker, entry)]] : []
  }),
)

/**
 * The values that each operation needs to succeed besides its declared body; for an operation on an object, one is
 * created.
 */
export const examples: Examples = { ...derived, ...own }

/** The names of an operation's path parameters. */
export const pathNames = ({ operation }: OperationEntry): string[] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** The example bodies of operations: derived from a schema thousands of times, they take a twentieth of a suite. */
const bodies = new Map<Operation, unknown>()
function bodyOf(operation: Operation): object {
  if (!bodies.has(operation)) bodies.set(operation, exampleBody(operation))
  return structuredClone(bodies.get(operation)) as object
}

/** The values that an operation needs to succeed in this school; creates the referenced objects. */
export async function exampleOf(entry: OperationEntry, school: School): Promise<Example> {
  const example = await examples[operationId(entry)]?.(school)
  const { operation } = entry
  return operation.body
    ? { ...example, body: { ...bodyOf(operation), ...(example?.body as object) } }
    : { ...example }
}
