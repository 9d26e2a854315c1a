// The search over operations: hundreds of tools fit into no context, so a model finds the few that it needs.
import MiniSearch from 'minisearch'
import type { Catalog, Tool } from './catalog.ts'
import { nouns } from './planner/words/nouns.ts'

const maxFound = 8

export class OperationSearch {
  readonly #index: MiniSearch
  readonly #catalog: Catalog

  constructor(catalog: Catalog) {
    this.#catalog = catalog
    this.#index = new MiniSearch({
      idField: 'name',
      fields: ['name', 'summary', 'path', 'area', 'words'],
      searchOptions: { boost: { name: 2, summary: 2 }, prefix: true, fuzzy: 0.2 },
      tokenize: text =>
        text
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .filter(Boolean),
    })
    const usable = catalog.tools.filter(({ use }) => use !== 'never')
    this.#index.addAll(
      usable.map(({ name, area, operation }) => ({
        name,
        area,
        summary: operation.summary,
        // `quizAttempts.list` is also about attempts.
        path: `${operation.path} ${name.replace(/([A-Z])/g, ' $1')}`,
        words: nouns
          .filter(({ list }) => list.split('.')[0] === name.split('.')[0])
          .flatMap(({ en, ru }) => [...en, ...ru.map(word => word.replaceAll('*', ''))])
          .join(' '),
      })),
    )
  }

  /** The operations nearest to a text, the best first; never one that the agent may not use. */
  find(text: string): Tool[] {
    const hits = this.#index.search(text.slice(0, 200)).slice(0, maxFound)
    return hits.flatMap(({ id }) => this.#catalog.tool(id) ?? [])
  }
}

const searches = new WeakMap<Catalog, OperationSearch>()
/** The search of a catalog, built once. */
export function searchOf(catalog: Catalog): OperationSearch {
  const search = searches.get(catalog) ?? new OperationSearch(catalog)
  searches.set(catalog, search)
  return search
}
