// `npm run examples`: calls every operation with its declared body in one school of a running system, and writes what was
// sent and answered, and an event of each type, as the examples of the document.
import { mkdirSync, writeFileSync } from 'node:fs'
import { emittedEvents, type OperationEntry, operationId, operations } from '@lms/api'
import { classes } from '@lms/contract'
import { startCluster } from '@lms/testing/all-services'
import { exampleOf, gatewaySchool, type School, succeeds } from '@lms/testing/contract-suite'
import { newSchool } from '@lms/testing/gateway'
import { expect } from 'expect'
import { questions } from './questions.ts'
import { shortened } from './shortened.ts'
import { type Recording, stableExample } from './stable.ts'

// The helpers of the suites compare answers with `expect`.
Object.assign(globalThis, { expect })

const folder = new URL('../../packages/api/src/examples/recorded/', import.meta.url)
const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Recorded {
  path?: Record<string, string>
  body?: unknown
  answer: unknown
}

/** The operations that change something first, so that lists have items. */
const inOrder = [...operations].sort((one, other) => Number(isRead(one)) - Number(isRead(other)))
function isRead({ operation }: OperationEntry): boolean {
  return !classes[operation.class].changes
}

async function record(school: School, entry: OperationEntry): Promise<Recorded | null> {
  const question = await questions[operationId(entry)]?.(school)
  const { path, body, ...rest } = { ...(await exampleOf(entry, school)), ...question }
  const ask = () => school.ask(entry, { path, body, ...rest } as never)
  let answer = await ask()
  if (entry.operation.list && answer.body.data?.length === 0) {
    await fill(school, entry, path)
    answer = await ask()
  }
  if (answer.status >= 300) {
    say(`${operationId(entry)} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    return null
  }
  const kept = shortened(answer.body)
  return { ...(path ? { path } : {}), ...(entry.operation.body ? { body } : {}), answer: kept }
}

/** Makes an item of a list that has none, by the operation that adds one under the same path. */
async function fill(school: School, { operation: { path } }: OperationEntry, values: Recorded['path']) {
  const adds = operations.find(
    ({ operation }) => operation.path === path && /^(POST|PUT)$/.test(operation.method),
  )
  if (!adds) return
  const example = await exampleOf(adds, school)
  await school.ask(adds, { ...example, ...(values ? { path: values } : {}) } as never)
}

/** The newest event of each type in the feed of the school. */
async function recordEvents(school: School): Promise<Record<string, unknown>> {
  const events: Record<string, unknown> = {}
  const list = operations.find(entry => operationId(entry) === 'events.list')!
  for (const { event } of emittedEvents) {
    const { body } = await school.ask(list, { query: `?type=${event.type}&limit=20&sort=-sequence` })
    const newest = body.data.find((one: any) => one.data.previous) ?? body.data[0]
    if (newest) events[event.type] = shortened(newest)
  }
  return events
}

const write = (name: string, examples: Record<string, unknown>) => {
  const lines = Object.entries(examples).map(
    ([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`,
  )
  writeFileSync(new URL(`${name}.json`, folder), `{\n${lines.join(',\n')}\n}\n`)
}

const cluster = await startCluster()
const from = Date.now()
try {
  const at = await newSchool(cluster.gateway)
  const school = await gatewaySchool(cluster.gateway, at)
  const recorded = new Map<string, Recorded>()
  for (const entry of inOrder) {
    const id = operationId(entry)
    const one = succeeds(entry)
      ? await record(school, entry).catch(error => void say(`${id}: ${error.message}`))
      : null
    if (one) recorded.set(id, one)
  }
  const events = await recordEvents(school)
  const recording: Recording = { from, to: Date.now(), hosts: [at.host] }
  mkdirSync(folder, { recursive: true })
  for (const [service, entries] of Map.groupBy(operations, ({ service }) => service)) {
    const examples = entries.map(operationId).filter(id => recorded.has(id))
    write(
      service,
      Object.fromEntries(examples.map(id => [id, stableExample(id, recorded.get(id)!, recording)])),
    )
  }
  const types = emittedEvents.map(({ event }) => event.type as string).filter(type => type in events)
  write(
    'events',
    Object.fromEntries(types.map(type => [type, stableExample(type, events[type]!, recording)])),
  )
  say(
    `${recorded.size} of ${operations.length} operations, ${types.length} of ${emittedEvents.length} events`,
  )
  say(
    `without: ${operations
      .map(operationId)
      .filter(id => !recorded.has(id))
      .join(', ')}`,
  )
  say(
    `without: ${emittedEvents
      .map(({ event }) => event.type)
      .filter(type => !(type in events))
      .join(', ')}`,
  )
} finally {
  await cluster.stop()
}
