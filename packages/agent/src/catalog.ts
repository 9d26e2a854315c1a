// The tools of the agent are the operations of all contracts; nothing about them is written twice. They are loaded with
// the first use: a process whose agent nobody asks pays nothing for it.

import type { OperationEntry } from '@lms/api'
import { type AgentUse, fillPath, filterOf, isId, type Operation, type Prefix, prefixes } from '@lms/contract'
import type { z } from 'zod'

export interface Tool {
  /** The operationId: `orders.cancel`. */
  readonly name: string
  readonly service: string
  readonly area: string
  readonly operation: Operation
  readonly use: AgentUse
}

/** A call of the API, as its operation and the values of its path. */
export interface Found {
  readonly tool: Tool
  readonly params: Readonly<Record<string, string>>
  /** The path in its plain spelling. */
  readonly path: string
}

export class Catalog {
  readonly tools: readonly Tool[]
  readonly #byName: ReadonlyMap<string, Tool>
  readonly #byShape = new Map<string, Tool[]>()
  readonly #readers = new Map<string, Tool>()

  constructor(entries: readonly OperationEntry[], nameOf: (entry: OperationEntry) => string) {
    this.tools = entries.map(entry => ({
      name: nameOf(entry),
      service: entry.service,
      area: entry.area,
      operation: entry.operation,
      use: entry.operation.agent,
    }))
    this.#byName = new Map(this.tools.map(tool => [tool.name, tool]))
    for (const tool of this.tools) {
      const { method, path } = tool.operation
      const shape = shapeOf(method, path.split('/'))
      this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), tool])
      const prefix = prefixRead(tool)
      if (prefix && !this.#readers.has(prefix)) this.#readers.set(prefix, tool)
    }
  }

  tool(name: string): Tool | undefined {
    return this.#byName.get(name)
  }

  /** The operation of a method and a path with its ids; null for a path that none has, or with a query. */
  find(method: string, path: string): Found | null {
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
  readerOf(id: string): Tool | null {
    const prefix = id.slice(0, id.indexOf('_'))
    if (!Object.hasOwn(prefixes, prefix) || !isId(prefix as Prefix, id)) return null
    return this.#readers.get(prefix) ?? null
  }
}

const count = (params: object) => Object.keys(params).length
const shapeOf = (method: string, parts: readonly string[]) => `${method} ${parts.length}`

/** The values of a template's parameters in a path; null if it is another path. */
function matched(template: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const given = parts[index]!
    if (!part.startsWith('{')) {
      if (part !== given) return null
      continue
    }
    // An id is spelled plainly: nothing that a server could read as another path, or as a query.
    if (!/^[A-Za-z0-9_.@+~-]{1,200}$/.test(given) || /^\.+$/.test(given)) return null
    params[part.slice(1, -1)] = given
  }
  return params
}

/** The prefix of the objects that an operation reads one of, by their id alone. */
function prefixRead({ operation }: Tool): string | null {
  const { class: name, path, returns, agent } = operation
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
  return new Catalog(operations, operationId)
}
