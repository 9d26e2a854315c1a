// The operations that the verbs of changes name: `cancel` of an order.
import type { Catalog, PlainTool } from '../catalog.ts'

/** The operation of a verb on the object with this id. */
export function operationFor(verb: string, id: string, tools: Catalog<PlainTool>): PlainTool | null {
  const reader = tools.readerOf(id)
  return reader && operationAt(reader.operation.path.replace('{id}', id), verb, tools)
}

/** The operation of a verb at a path. */
export function operationAt(path: string, verb: string, tools: Catalog<PlainTool>): PlainTool | null {
  const match = verb === 'DELETE' ? tools.find('DELETE', path) : tools.find('POST', `${path}/${verb}`)
  return match && (match.tool.use === 'ask' || match.tool.use === 'outward') ? match.tool : null
}
