// The tools of the agent are the operations of all contracts; nothing about them is written twice. They are loaded with
// the first use, or before it by `loadAgent`.

import type { OperationEntry } from '@lms/api'
import {
  type AgentUse,
  fillPath,
  filterOf,
  isId,
  type ListSpec,
  type Operation,
  type Prefix,
  prefixes,
} from '@lms/contract'
import type { z } from 'zod'

/** Fields of an object that are its name, in the order of the API. */
export const nameFields: readonly string[] = ['first_name', 'last_name', 'name', 'title', 'code', 'email']

/** What is known of a tool without its schemas: plain data, for threads. */
export interface PlainTool {
  /** The operationId: `orders.cancel`. */
  readonly name: string
  readonly use: AgentUse
  readonly operation: Pick<Operation, 'class' | 'method' | 'path' | 'summary'> & {
    readonly list: Pick<ListSpec, 'filters' | 'sorts' | 'search'> | undefined
  }
  /** The prefix of the objects that it reads one of, by their id alone. */
  readonly reads: string | null
  /** Whether its objects have an amount of money. */
  readonly hasAmount: boolean
  /** The fields of what it answers, and those of them that are a name. */
  readonly fields: readonly string[]
  readonly names: readonly string[]
}
export interface Tool extends PlainTool {
  readonly service: string
  readonly area: string
  readonly operation: Operation
}

/** The same without schemas. */
export const plainTool = ({ name, use, operation, reads, hasAmount, fields, names }: Tool): PlainTool => {
  const { class: className, method, path, summary, list } = operation
  return {
    ...{ name, use, reads, hasAmount, fields, names },
    operation: {
      ...{ class: className, method, path, summary },
      list: list && { filters: list.filters, sorts: list.sorts, search: list.search ?? false },
    },
  }
}

/** A call of the API, as its operation and the values of its path. */
export interface ToolMatch<T = Tool> {
  readonly tool: T
  readonly params: Readonly<Record<string, string>>
  /** The path in its plain spelling. */
  readonly path: string
}

const toolOf = ({ service, area, operation }: OperationEntry, name: string): Tool => {
  const shape = (operation.returns as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  const hasAmount = 'amount' in shape && 'currency' in shape
  const fields = Object.keys(shape)
  const names = nameFields.filter(field => field in shape)
  const use = operation.agent
  return { name, service, area, operation, use, reads: prefixRead(operation), hasAmount, fields, names }
}

export class Catalog<T extends PlainTool = Tool> {
  readonly tools: readonly T[]
  readonly #byName: ReadonlyMap<string, T>
  readonly #byShape = new Map<string, T[]>()
  readonly #readers = new Map<string, T>()
  readonly #prefixes = new Map<string, string>()

  constructor(tools: readonly T[]) {
    this.tools = tools
    this.#byName = new Map(this.tools.map(tool => [tool.name, tool]))
    for (const tool of this.tools) {
      const { method, path } = tool.operation
      const shape = shapeOf(method, path.split('/'))
      this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), tool])
      const { reads } = tool
      if (reads && !this.#readers.has(reads)) this.#readers.set(reads, tool)
      if (reads) this.#prefixes.set(path.slice(0, path.lastIndexOf('/')), reads)
    }
  }

  tool(name: string): T | undefined {
    return this.#byName.get(name)
  }

  /** The operation of a method and a path with its ids; null for a path that none has, or with a query. */
  find(method: string, path: string): ToolMatch<T> | null {
    const parts = path.split('/')
    const candidates = this.#byShape.get(shapeOf(method, parts)) ?? []
    const fitting = candidates.flatMap(tool => {
      const params = matched(tool.operation.path.split('/'), parts)
      return params ? [{ tool, params, path: fillPath(tool.operation.path, params) }] : []
    })
    // `/v1/orders/preview` is no order.
    return fitting.sort((one, other) => count(one.params) - count(other.params))[0] ?? null
  }

  /** The operation that reads one object, by the prefix of its id. */
  readerOf(id: string): T | null {
    const prefix = id.slice(0, id.indexOf('_'))
    if (!Object.hasOwn(prefixes, prefix) || !isId(prefix as Prefix, id)) return null
    return this.#readers.get(prefix) ?? null
  }

  /** The prefix of the objects of a list: `crs` of `courses.list`; null where none of them is read alone. */
  prefixOf({ operation: { path } }: T): string | null {
    return this.#prefixes.get(path) ?? null
  }
}

const count = (params: object) => Object.keys(params).length
const shapeOf = (method: string, parts: readonly string[]) => `${method} ${parts.length}`

/** The values of a template's parameters in a path; null if it is another path. */
function matched(template: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const actual = parts[index]!
    if (!part.startsWith('{')) {
      if (part !== actual) return null
      continue
    }
    // An id is spelled plainly: nothing that a server could read as another path, or as a query.
    if (!/^[A-Za-z0-9_.@+~-]{1,200}$/.test(actual) || /^\.+$/.test(actual)) return null
    params[part.slice(1, -1)] = actual
  }
  return params
}

/** The prefix of the objects that an operation reads one of, by their id alone. */
function prefixRead({ class: name, path, returns, agent }: Operation): string | null {
  if (name !== 'G' || agent !== 'read' || !/^\/v1\/[a-z-]+\/\{id\}$/.test(path)) return null
  const id = (returns as unknown as { shape?: Record<string, z.ZodType> }).shape?.id
  const kind = id && filterOf(id)
  return kind?.kind === 'id' ? kind.prefix : null
}

let loaded: Promise<Catalog> | undefined

/** All operations of the API. */
export function catalog(): Promise<Catalog> {
  loaded ??= load()
  return loaded
}

/**
 * Waits before it imports: an import runs half of its time before it returns, and whoever asks first would be charged for
 * 0.3 s of the processor.
 */
async function load(): Promise<Catalog> {
  await null
  const { operations, operationId } = await import('@lms/api')
  return new Catalog(operations.map(entry => toolOf(entry, operationId(entry))))
}
