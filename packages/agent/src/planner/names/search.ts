// The search for what a question names: the school's own lists, asked as whoever asks may read them, before the sentence
// is read. It is bounded in requests, objects and characters; what may not be read is not found.
import type { Catalog, PlainTool } from '../../catalog.ts'
import { nameOf } from '../../objects.ts'
import { clean } from '../../text.ts'
import type { Ask } from '../../transport.ts'
import { searchText } from '../search-text.ts'
import { isNamedList, type NamedObject, type NamesFound } from './name-lists.ts'

/** Requests of one search for people, and for codes. */
const maxOfPeople = 6
const maxCodes = 4
/** Objects of a list that are read, and of a search for people. */
const maxObjects = 1000
const maxPeople = 10
/** Characters of a name, and of all names that one question is read with. */
const maxName = 120
const maxCharacters = 300_000

/** The query that reads no more of a list than its names. */
export const namesQuery = (tool: PlainTool): { fields: string } => ({
  fields: ['id', ...tool.names].join(','),
})

interface NameRequest {
  readonly tool: PlainTool
  readonly query: Readonly<Record<string, string>>
}

/** The objects that these words may name: `runs` are words of the question that stand together. */
export async function searchNames(
  runs: readonly (readonly string[])[],
  tools: Catalog,
  ask: Ask,
): Promise<NamesFound> {
  const answers = await Promise.all(requestsFor(runs, tools).map(request => answerOf(request, ask)))
  const objects = new Map<string, NamedObject>()
  const partial = new Set<string>()
  let characters = 0
  for (const { list, items, isWhole } of answers) {
    if (!isWhole) partial.add(list)
    for (const item of items) {
      const name = nameOf({ ...item, name: item.name ?? item.code, email: null, number: null }, '').slice(
        0,
        maxName,
      )
      if (name === '' || typeof item.id !== 'string') continue
      characters += name.length
      if (characters > maxCharacters) partial.add(list)
      else objects.set(item.id, { id: item.id, list, name, label: clean(String(item.email ?? name), 80) })
    }
  }
  return { objects: [...objects.values()], partial: [...partial] }
}

function requestsFor(runs: readonly (readonly string[])[], tools: Catalog): NameRequest[] {
  return tools.tools.filter(isNamedList).flatMap((tool): NameRequest[] => {
    const query = namesQuery(tool)
    if (tool.name === 'users.list')
      return peopleQueries(runs).map(q => ({ tool, query: { ...query, q, limit: String(maxPeople) } }))
    // A school has as many codes as it likes; each is asked for by itself.
    if (tool.names.join() === 'code')
      return codesIn(runs).map(code => ({ tool, query: { ...query, code, limit: '1' } }))
    return [{ tool, query: { ...query, limit: String(maxObjects) } }]
  })
}

/** Words that stand together as a whole, two by two, and each. */
function peopleQueries(runs: readonly (readonly string[])[]): string[] {
  const pairs = runs.flatMap(run => run.slice(1).map((word, index) => [run[index]!, word]))
  const texts = [...pairs, ...runs.flat().map(word => [word])]
    .filter(words => words.every(word => /^\p{L}[\p{L}'-]+$/u.test(word)))
    .map(words => searchText(words.join(' ')))
  return [...new Set(texts)].slice(0, maxOfPeople)
}

const codesIn = (runs: readonly (readonly string[])[]): string[] => {
  const words = runs.flat().filter(word => /^[\p{L}\p{N}_-]{3,40}$/u.test(word))
  return [...new Set(words.map(word => word.toUpperCase()))].slice(0, maxCodes)
}

async function answerOf({ tool, query }: NameRequest, ask: Ask) {
  const path = `${tool.operation.path}?${new URLSearchParams(query)}`
  const { status, body } = await ask({ method: 'GET', path })
  // What who asks may not read has no names for them.
  const isRead = status === 200 && Array.isArray(body?.data)
  const items: Record<string, unknown>[] = isRead ? body.data : []
  return { list: tool.name, items, isWhole: isRead && !body.next_cursor }
}
