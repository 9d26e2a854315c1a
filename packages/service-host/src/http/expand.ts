// `expand`: related objects beside their ids. Each is read once, cut to the fields of the relation, and converted to
// text once.
import { type Caller, hasPermission, type ListSpec, type Relation } from '@lms/contract'
import { checkDeclared, cutToDeclared } from '../kernel/declared-fields.ts'
import type { Expander } from '../service.ts'
import type { SchoolRuntime } from '../work/runtime.ts'
import { type Fields, type Insertions, isItem, type Part, pick } from './fields.ts'

type Item = Record<string, unknown>

export interface ExpandContext<Stores> {
  caller: Caller
  stores: Stores
  runtime: SchoolRuntime
  requestId: string
}

interface Expansion<Stores> {
  relation: Relation
  expander: Expander<Stores>
  /** The path to the objects that contain the key, and the key. */
  path: readonly string[]
  key: string
  name: string
  fields: Fields
  texts: Map<string, Part>
  missing: Set<string>
}

/** A text of at least this many characters is encoded once, and not wherever it appears. */
const encodedFrom = 8 * 1024
/** The maximum number of related objects in one call. */
const portion = 200

/** The relations of one request. */
export class Related<Stores> {
  readonly #expansions: Expansion<Stores>[]
  readonly #context: ExpandContext<Stores>
  /** Where they appear in an item; null without relations. */
  readonly insertions: Insertions | null

  constructor(expansions: Expansion<Stores>[], context: ExpandContext<Stores>) {
    this.#expansions = expansions
    this.#context = context
    this.insertions = expansions.length ? placesOf(expansions, 0) : null
  }

  /** Collects the references of the item; returns whether enough objects are missing for a call. */
  note(item: Item): boolean {
    for (const { path, key, texts, missing } of this.#expansions)
      for (const parent of parentsOf(item, path)) {
        const id = parent[key]
        if (typeof id === 'string' && !texts.has(id)) missing.add(id)
      }
    return this.#expansions.some(({ missing }) => missing.size >= portion)
  }

  /** Reads the missing objects, one batch for each relation. */
  async bring(): Promise<void> {
    await Promise.all(this.#expansions.map(expansion => this.#bring(expansion)))
  }

  async #bring({ relation, expander, name, fields, texts, missing }: Expansion<Stores>): Promise<void> {
    if (missing.size === 0) return
    const ids = [...missing]
    missing.clear()
    const relatedById = await expander(ids, this.#context.stores, this.#context)
    for (const id of ids) {
      const related = relatedById.get(id)
      if (related !== undefined) checkDeclared(relation.returns, related, `expand=${name}`)
      const text =
        related === undefined
          ? 'null'
          : JSON.stringify(pick(cutToDeclared(relation.returns, related), fields))
      texts.set(id, text.length < encodedFrom ? text : Buffer.from(text))
    }
  }
}

/** The relations with these names that the caller may read; a warning for each other name. */
export function relatedOf<Stores>(
  names: readonly string[],
  { expands = {} }: Pick<ListSpec, 'expands'>,
  expanders: Readonly<Record<string, Expander<Stores>>>,
  { fields, warnings, ...context }: ExpandContext<Stores> & { fields: Fields; warnings: string[] },
): Related<Stores> {
  const expansions = names.flatMap((fullName): Expansion<Stores>[] => {
    const relation = expands[fullName]!
    if (!hasPermission(context.caller.rights, relation.permission)) {
      warnings.push(`expand=${fullName} needs ${relation.permission}; it is ignored`)
      return []
    }
    const [path, name] = splitLast(fullName)
    const [, key] = splitLast(relation.key)
    const inside = [...path, name].reduce<Fields | undefined>(
      (tree, part) => (tree === 'whole' || tree === undefined ? tree : tree[part]),
      fields,
    )
    // If `fields` excludes it, it need not be read.
    if (inside === undefined) return []
    const expander = expanders[fullName]!
    return [{ relation, expander, path, key, name, fields: inside, texts: new Map(), missing: new Set() }]
  })
  return new Related(expansions, context)
}

function splitLast(dotted: string): [string[], string] {
  const parts = dotted.split('.')
  const last = parts.pop()!
  return [parts, last]
}

/** All objects with the relation's key: the item itself, or objects inside of it. */
function parentsOf(item: Item, path: readonly string[]): Item[] {
  return path.reduce<Item[]>(
    (parents, name) =>
      parents.flatMap(parent => {
        const value = parent[name]
        return Array.isArray(value) ? value.filter(isItem) : isItem(value) ? [value] : []
      }),
    [item],
  )
}

function placesOf(
  expansions: readonly Pick<Expansion<never>, 'path' | 'name' | 'key' | 'texts'>[],
  depth: number,
): Insertions {
  const here = expansions.filter(({ path }) => path.length === depth)
  const deeper = Map.groupBy(
    expansions.filter(({ path }) => path.length > depth),
    ({ path }) => path[depth]!,
  )
  return {
    here,
    inner: new Map([...deeper].map(([name, inside]) => [name, placesOf(inside, depth + 1)])),
  }
}
