// The line of a new resource in each list of its service, and the prefix of its ids.
import type { ResourceNames } from './resource-files.ts'

interface Lines {
  /** The file, from the root of the repository. */
  path: string
  /** An import that it takes; null for none. */
  import: string | null
  /** The text in front of the list's entries. */
  list: RegExp
  entry: string
  /** Whether it is the first or the last entry of the list. */
  at: 'first' | 'last'
}

/** What the lists take. */
export function linesOf({ service, prefix, area, folder, file, words, ...names }: ResourceNames): Lines[] {
  const source = `services/${service}/src`
  const { operations, resource, store } = names
  const ofResource = {
    import: `import { ${resource} } from './${area === null ? folder : folder.slice(area.length + 1)}/${file}.resource.ts'`,
    entry: resource,
    at: 'last' as const,
  }
  return [
    {
      path: 'packages/contract/src/prefixes.ts',
      import: null,
      list: /prefixes = \{/,
      entry: `${prefix}: '${words.one}'`,
      at: 'last',
    },
    {
      path: `${source}/contract.ts`,
      import: `import { ${operations} } from './${folder}/${file}.contract.ts'`,
      list: /resources: \{/,
      entry: operations,
      at: 'last',
    },
    {
      path: `${source}/builder.ts`,
      import: `import { ${store} } from './${folder}/${file}.store.ts'`,
      list: /defineService\(\{/,
      entry: `${operations}: ${store}`,
      at: 'first',
    },
    area === null
      ? { ...ofResource, path: `${source}/service.ts`, list: /resources: \[/ }
      : { ...ofResource, path: `${source}/${area}/resources.ts`, list: /Resources = \[/ },
  ]
}

/** A list with the import and the entry. Throws where the file has no such list. */
export function withLines(text: string, lines: Lines): string {
  const found = lines.list.exec(text)
  if (!found) throw new Error(`${lines.path} has no list ${lines.list.source}.`)
  const begins = found.index + found[0].length
  const ends = lines.at === 'first' ? begins : endOf(text, begins)
  const before = text.slice(0, ends).trimEnd()
  const comma = /[[{,]$/.test(before) ? '' : ','
  const listed = `${before}${comma}\n  ${lines.entry},${text.slice(ends).replace(/^,?/, '')}`
  return lines.import === null ? listed : withImport(listed, lines.import)
}

/** Where the bracket is closed that was opened before a position. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('[{('.includes(text[at]!)) depth++
    if (']})'.includes(text[at]!) && depth-- === 0) return at
  }
  throw new Error('The list is never closed.')
}

const importStatement = /^import (?:type )?(?:\{[^}]*\}|[^'{]*) from '([^']+)'\n/gm

/** The import in front of the first one of the service itself with a later path; without one, behind all imports. */
function withImport(text: string, line: string): string {
  const statements = [...text.matchAll(importStatement)]
  const [, path] = [...`${line}\n`.matchAll(importStatement)][0]!
  const later = statements.find(([, other]) => other!.startsWith('.') && other! > path!)
  const last = statements.at(-1)
  const at = later?.index ?? (last ? last.index + last[0].length : 0)
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`
}
