// The two schools of the suite: ours, which is attacked with its own key, and theirs, whose every text contains a mark
// that must never appear in our answers.
import { newId, type Prefix } from '@lms/contract'
import { randomHex } from '@lms/testing'
import { type Ask, type Example, exampleOf, gatewaySchool, type School } from '@lms/testing/contract-suite'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { resolve, type Schema, type Target, targets } from './document.ts'
import { sharedKey } from './headers.ts'

export interface Side extends GatewaySchool {
  school: School
  /** What an operation needs to succeed, by operationId. */
  examples: Map<string, Example>
  ids: Map<string, string[]>
  cursors: string[]
}

export interface World {
  ours: Side
  theirs: Side
  /** Stands in every text that theirs would take. */
  mark: string
  /** How many texts took it. */
  marked: number
  /** Ids that ours cannot do without: its key, its domain. They are never named in a request. */
  fixedIds: Set<string>
}

const keptIds = 60

/** Makes both schools, with an example of each operation in each. */
export async function openWorld(gateway: TestGateway): Promise<World> {
  const mark = `theirs${randomHex(12)}`
  const world: World = {
    ours: await openSide(gateway, 'Ours'),
    theirs: await openSide(gateway, `Theirs ${mark}`),
    mark,
    marked: 0,
    fixedIds: new Set(),
  }
  for (const list of targets.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    const answer = await gateway.call('GET', list.path, world.ours)
    for (const id of idsIn(JSON.stringify(answer.body))) world.fixedIds.add(id)
  }
  world.theirs.school = marking(world)
  await Promise.all(
    [world.theirs, world.ours].map(async side => {
      for (const target of targets) {
        await renew(side, target)
        if (target.entry.operation.list) await readList(gateway, side, target, world)
      }
    }),
  )
  return world
}

async function openSide(gateway: TestGateway, name: string): Promise<Side> {
  const opened = await newSchool(gateway, name)
  const school = await gatewaySchool(gateway, opened)
  return { ...opened, school, examples: new Map(), ids: new Map(), cursors: [] }
}

/** Creates the example of an operation again: its objects may be deleted, its name used. */
export async function renew(side: Side, target: Target): Promise<void> {
  const example = await exampleOf(target.entry, side.school)
  side.examples.set(target.id, example)
  for (const id of idsIn(JSON.stringify(example))) remember(side, id)
}

/** The first pages of a list: what is there, and how to go on. */
async function readList(gateway: TestGateway, side: Side, { id, path }: Target, { fixedIds }: World) {
  const names = side.examples.get(id)?.path ?? {}
  const at = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name]!))
  const { body } = await gateway.call('GET', `${at}?limit=1`, side)
  if (body.next_cursor) side.cursors.push(body.next_cursor)
  for (const one of idsIn(JSON.stringify(body))) if (!fixedIds.has(one)) remember(side, one)
}

const idsIn = (text = '') => text.match(/\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g) ?? []

/** Keeps an id for requests to come; the oldest of many goes. */
export function remember({ ids }: Side, id: string): void {
  const prefix = id.slice(0, 3)
  const prefixIds = ids.get(prefix) ?? []
  if (prefixIds.includes(id)) return
  prefixIds.push(id)
  if (prefixIds.length > keptIds) prefixIds.shift()
  ids.set(prefix, prefixIds)
}

/** Fills in what stands for ids and cursors: `~ours.usr.3~`. */
export const filledIn = (world: World, text: string): string =>
  text.replace(/~(ours|theirs|nobodys)\.(\w+)\.(\d+)~/g, (_, whose: string, kind: string, number: string) => {
    const side = whose === 'nobodys' ? null : world[whose as 'ours' | 'theirs']
    const candidates = kind === 'cursor' ? side?.cursors : side?.ids.get(kind)
    if (candidates?.length) return candidates[Number(number) % candidates.length]!
    return kind === 'cursor' ? 'none' : newId(kind as Prefix)
  })

/** Theirs as a caller that writes the mark into every text, and uses the keys that ours will use too. */
function marking(world: World): School {
  const { school } = world.theirs
  let requestCount = 0
  const ask: School['ask'] = async (entry, options = {}) => {
    const target = targets.find(one => one.entry === entry)!
    const headers: Record<string, string> =
      ++requestCount <= 20 ? { 'idempotency-key': sharedKey(requestCount) } : {}
    if (!target.body || typeof options.body !== 'object') return school.ask(entry, options)
    return tryMarked(world, options, resolve(target.body), (body, first) =>
      school.ask(entry, { ...options, body, headers: { ...options.headers, ...(first ? headers : {}) } }),
    )
  }
  return {
    ...school,
    ask,
    done: async (id, options) => {
      const response = await ask(targets.find(target => target.id === id)!.entry, options)
      if (response.status >= 300)
        throw new Error(`${id} answered ${response.status}: ${JSON.stringify(response.body)}`)
      return response.body
    },
  }
}

type MarkedAnswer = Awaited<ReturnType<School['ask']>>

/** Asks with marks; takes back those that are refused by name, at last all. */
async function tryMarked(
  world: World,
  options: Ask,
  schema: Schema,
  ask: (body: unknown, first: boolean) => Promise<MarkedAnswer>,
): Promise<MarkedAnswer> {
  const original = options.body as Record<string, unknown>
  const marks = marksFor(schema, original, world.mark)
  for (let tries = 0; tries < 4 && Object.keys(marks).length > 0; tries++) {
    const answer = await ask({ ...original, ...marks }, tries === 0)
    if (answer.status < 300) {
      world.marked += Object.keys(marks).length
      return answer
    }
    const details: { path: string }[] = answer.body.error.details
    const before = Object.keys(marks).length
    for (const { path } of details) delete marks[path.split('.')[1]!]
    if (Object.keys(marks).length === before) break
  }
  return ask(original, false)
}

function marksFor({ properties = {} }: Schema, body: Record<string, unknown>, mark: string) {
  const marks: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties as Record<string, Schema>)) {
    const present = body[name]
    const text = [schema, ...(schema.anyOf ?? [])].find(one => one.type === 'string')
    if (typeof present === 'string' && present.includes('@')) marks[name] = `${mark}-${present}`
    else if (text && !text.enum && !text.pattern && !text.format && (text.maxLength ?? 99) >= mark.length)
      marks[name] = typeof present === 'string' && present.includes('://') ? `${present}/${mark}` : mark
  }
  return marks
}
