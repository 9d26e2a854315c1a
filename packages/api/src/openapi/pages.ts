// Pages of lists: items, or items with the relations of `expand`.
import type { ListSpec } from '@lms/contract'
import type { z } from 'zod'
import type { OperationEntry } from '../operations.ts'
import { singular } from './component-names.ts'
import { type Json, pascal, schemaRef } from './json.ts'

interface Page {
  item: string
  expands: ListSpec['expands']
  /** The filter with which the list is a feed. */
  feed: string | undefined
}

/** All pages of lists, each once. */
export class Pages {
  readonly #nameOf: (schema: z.ZodType) => string
  readonly #pages = new Map<string, Page>()

  constructor(nameOf: (schema: z.ZodType) => string) {
    this.#nameOf = nameOf
  }

  /** The name of the page of a list. Lists of the same items share a page, unless their relations differ. */
  of({ operation: { returns, list }, resourceName, name }: OperationEntry): string {
    const item = this.#nameOf(returns)
    const expands = list?.expands
    const usual = this.#pages.get(`${item}List`)
    const isAlike = !usual || Object.keys(usual.expands ?? {}).join() === Object.keys(expands ?? {}).join()
    const page = isAlike
      ? `${item}List`
      : `${pascal(singular(resourceName))}${name === 'list' ? '' : pascal(name)}List`
    this.#pages.set(page, { item, expands, feed: list?.feed })
    return page
  }

  /** The schemas of all pages and their items; `whole` are the schemas of the items. */
  schemas(itemSchemas: Readonly<Record<string, Json>>): Record<string, Json> {
    return Object.fromEntries(
      [...this.#pages].flatMap(([page, one]) => {
        const item = itemNameOf(page, one)
        const listed: [string, Json][] = one.expands
          ? [[item, this.#withRelations(itemSchemas, one.item, one.expands)]]
          : []
        return [...listed, [page, pageOf(item, one.feed)] as const]
      }),
    )
  }

  #withRelations(
    itemSchemas: Readonly<Record<string, Json>>,
    item: string,
    expands: NonNullable<Page['expands']>,
  ): Json {
    let listed = itemSchemas[item]!
    for (const [name, { key, permission, returns }] of Object.entries(expands)) {
      const related: Json = {
        anyOf: [schemaRef(this.#nameOf(returns)), { type: 'null' }],
        description: `With \`expand=${name}\`, which needs \`${permission}\`; null if there is none or it was deleted.`,
      }
      const parents = key.split('.').slice(0, -1)
      listed = withFields(itemSchemas, listed, parents, { [name.split('.').at(-1)!]: related })
    }
    return listed
  }
}

const itemNameOf = (page: string, { item, expands }: Page) =>
  expands ? `Expanded${page.replace(/List$/, '')}` : item

/** The schema with related objects in the object that contains the key: the item itself, or one inside. */
function withFields(
  itemSchemas: Readonly<Record<string, Json>>,
  schema: Json,
  way: readonly string[],
  fields: Json,
): Json {
  const object = resolved(itemSchemas, schema)
  const properties = object.properties as Record<string, Json>
  const [name, ...rest] = way
  if (name === undefined) return { ...object, properties: { ...properties, ...fields } }
  const inner = resolved(itemSchemas, properties[name]!)
  const changed =
    inner.type === 'array'
      ? { ...inner, items: withFields(itemSchemas, inner.items as Json, rest, fields) }
      : withFields(itemSchemas, inner, rest, fields)
  return { ...object, properties: { ...properties, [name]: changed } }
}

const resolved = (itemSchemas: Readonly<Record<string, Json>>, schema: Json): Json =>
  typeof schema.$ref === 'string' ? itemSchemas[schema.$ref.split('/').at(-1)!]! : schema

const pageOf = (item: string, feed: string | undefined): Json => ({
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: {
    data: {
      type: 'array',
      items: schemaRef(item),
      description: 'Whole items; with `fields`, these have only the fields that it names.',
    },
    next_cursor: {
      type: ['string', 'null'],
      description: 'Send it as `cursor` to get the next page; null at the end.',
    },
    ...(feed === undefined
      ? {}
      : {
          feed_cursor: {
            type: 'string',
            description: `With \`${feed}[gt]\` or \`[gte]\`, in ascending order: send it as \`cursor\` later to get newer items. It is there on the last page, too.`,
          },
        }),
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'The parts of the query that were not used, and why. Absent if all were used.',
    },
  },
})
