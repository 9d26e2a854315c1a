// What each operation needs to succeed: the body that its declaration shows as an example, with the ids of objects that
// are made through the API itself. A resource whose requests need more says so beside itself, in `*.examples.ts`. An
// operation that names nothing needs no entry, nor does one on an object of a resource.
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type OperationEntry, operationId, operations } from '@lms/api'
import { exampleBody } from '@lms/contract'
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

/** All of them as one; throws where two files say something of the same. */
function together(parts: readonly (Examples | undefined)[]): Examples {
  const all: Record<string, Build> = {}
  for (const [name, build] of parts.flatMap(part => Object.entries(part ?? {}))) {
    if (name in all) throw new Error(`Two files have an example of ${name}.`)
    all[name] = build
  }
  return all
}

const own = together(beside.map(({ examples }) => examples))

/**
 * Bodies that name another object where the operation's own example names none, by operation and place in the body:
 * what the isolation suite puts another school's id into.
 */
export const references = together(beside.map(({ references }) => references))

/** The operation that makes the object whose id ends the path, or stands last in it. */
function makerOf({ operation: { path }, resourceName }: OperationEntry): OperationEntry | undefined {
  const [, before] = /^(.*)\/\{\w+\}/.exec(path) ?? []
  return operations.find(
    ({ operation, ...maker }) =>
      operation.method === 'POST' &&
      operation.path === before &&
      (operation.class === 'C' || maker.resourceName === resourceName),
  )
}

/** The ids in the path of an operation, each of an object made for it; those on the way to it are of its maker. */
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

/** For each operation what it needs to succeed besides its declared body; on a resource's object, one is made. */
export const examples: Examples = { ...derived, ...own }

/** The names between braces of an operation's path. */
export const pathNames = ({ operation }: OperationEntry): string[] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** What an operation needs to succeed in this school; the objects it names are made. */
export async function exampleOf(entry: OperationEntry, school: School): Promise<Example> {
  const given = await examples[operationId(entry)]?.(school)
  const { operation } = entry
  return operation.body
    ? { ...given, body: { ...(exampleBody(operation) as object), ...(given?.body as object) } }
    : { ...given }
}
