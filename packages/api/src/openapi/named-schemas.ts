// Which schemas of the document a part of it leads to.
import type { OpenApiDocument } from './document.ts'

const reference = /"#\/components\/schemas\/(\w+)"/g

/**
 * The names of the schemas to which a part of the document refers. An item with relations repeats the fields of the plain one,
 * which perhaps no operation answers: it is named, too.
 */
export function namedSchemas(part: unknown, document: OpenApiDocument): Set<string> {
  const names = [...JSON.stringify(part ?? null).matchAll(reference)].map(([, name]) => name!)
  const plain = names.map(name => name.replace(/^Expanded/, ''))
  return new Set([...names, ...plain].filter(name => document.components.schemas![name]))
}
