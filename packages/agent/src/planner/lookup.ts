// The reads of the planner: pages of lists, bounded, and the calls that were made.
import type { PlainTool } from '../catalog.ts'
import type { Ask } from '../transport.ts'

/** Calls of one answer. */
export const maxSteps = 12
const pageSize = 1000
const maxPages = 5

export interface PastCall {
  readonly operation: string
  readonly path: string
  readonly status: number
}

/** An answer of the API that the planner cannot go on from. */
export class ApiRefused extends Error {}

export class Looking {
  readonly calls: PastCall[] = []
  /** The calls as people read them. */
  readonly lines: string[] = []
  readonly ask: Ask

  constructor(ask: Ask) {
    this.ask = ask
  }

  /** The answer to a body that only asks. */
  async query(tool: PlainTool, asked: object): Promise<any> {
    const { path } = tool.operation
    const { status, body } = await this.ask({ method: 'POST', path, body: JSON.stringify(asked) })
    this.calls.push({ operation: tool.name, path, status })
    this.lines.push(`POST ${path}`)
    if (status >= 300) throw new ApiRefused(String(body?.error?.message ?? status))
    return body
  }

  /** A read; null if there is no such object. */
  async get(
    tool: PlainTool,
    query: Readonly<Record<string, string>> = {},
    path = tool.operation.path,
  ): Promise<any> {
    if (this.calls.length >= maxSteps) throw new ApiRefused(`more than ${maxSteps} calls`)
    const text = new URLSearchParams(query).toString()
    const fullPath = text ? `${path}?${text}` : path
    const { status, body } = await this.ask({ method: 'GET', path: fullPath })
    this.calls.push({ operation: tool.name, path: fullPath.slice(0, 1000), status })
    this.lines.push(`GET ${fullPath.slice(0, 1000)}`)
    if (status === 404) return null
    if (status !== 200) throw new ApiRefused(String(body?.error?.message ?? status))
    return body
  }

  /** The items of a list, page by page; `whole` says whether these are all. */
  async all(tool: PlainTool, query: Readonly<Record<string, string>>, path = tool.operation.path) {
    const items: Record<string, any>[] = []
    let cursor: string | null = null
    for (let index = 0; index < maxPages; index++) {
      const page = { ...query, limit: String(pageSize), ...(cursor ? { cursor } : {}) }
      const answer: any = await this.get(tool, page, path)
      items.push(...answer.data)
      cursor = answer.next_cursor
      if (!cursor) return { items, whole: true }
    }
    return { items, whole: false }
  }
}
