// The same rows: a bare node:http server that sends the service's own statements, recorded (`recorded.ts`), in the same
// batches over the same connections. No gateway, contract, checks, ids, JSON or relay of its own: what is left is what
// the rows of a request cost that its guarantees need until the answer.
import { createServer } from 'node:http'
import { Database, type Step, step } from '@lms/service-host'
import pg from 'pg'
import type { Recorded, Sent } from './recorded.ts'

/** What the parent sends: the school and its objects in this database, and the requests. */
export interface RowsTask {
  database: string
  school: string
  user: string
  offer: string
  recorded: Record<'create' | 'change', Recorded>
}
type Slots = Record<string, string>

let rowCount = 0

/** The statements of a request, with what each request fills in. */
function formOf(recorded: Recorded, task: RowsTask) {
  const { fresh, order, number } = recorded
  const own = JSON.stringify(recorded.batches)
    .replaceAll(recorded.school, task.school)
    .replaceAll(recorded.user, task.user)
    .replaceAll(recorded.offer, task.offer)
  const slot = new RegExp(`(${[...fresh, order, `(?<="number":)${number}`, `^${number}$`].join('|')})`)
  const batches = (JSON.parse(own) as Sent[][]).map(batch =>
    batch.map(({ text, values }) => ({
      statement: step(text).statement,
      // Literals and, at odd places, the names of slots.
      values: values.map(value => (value === null ? null : value.split(slot))),
    })),
  )
  const fill = (parts: string[] | null, slots: Slots) => {
    if (parts === null || parts.length === 1) return parts && parts[0]!
    let text = ''
    for (let at = 0; at < parts.length; at++) text += at % 2 ? slots[parts[at]!] : parts[at]
    return text
  }
  return {
    /** Ids of the same time and a running number: entries of indexes that lie side by side, as those of ids by time do. */
    slots: (order: string | null, number: number): Slots => {
      const tail = String(rowCount++).padStart(10, '0')
      const slots: Slots = { [recorded.number]: String(number) }
      for (const id of fresh) slots[id] = id.slice(0, -10) + tail
      slots[recorded.order] = order ?? recorded.order.slice(0, -10) + tail
      return slots
    },
    steps: (index: number, slots: Slots): Step[] =>
      batches[index]!.map(({ statement, values }) => ({
        statement,
        values: values.map(parts => fill(parts, slots)),
      })),
  }
}

/** Order numbers, taken at once for all who wait, as the service does. */
function numbersOf(take: (count: number) => Promise<number>) {
  const waiting: ((number: number) => void)[] = []
  let taking = false
  const serve = async () => {
    taking = true
    while (waiting.length) {
      const served = waiting.splice(0)
      let last = await take(served.length)
      for (const resolve of served) resolve(last--)
    }
    taking = false
  }
  return () =>
    new Promise<number>(resolve => {
      waiting.push(resolve)
      if (!taking) void serve()
    })
}

process.once('message', (task: RowsTask) => {
  const database = new Database(new pg.Pool({ connectionString: task.database, max: 16 }))
  const create = formOf(task.recorded.create, task)
  const change = formOf(task.recorded.change, task)
  const nextNumber = numbersOf(async count => {
    const [school, increase] = create.steps(0, {})
    const [, result] = await database.run([school!, { ...increase!, values: [task.school, String(count)] }])
    return Number(result!.rows[0]![0])
  })
  /** The answer is the one that the claim keeps. */
  const answerIn = (writes: Step[], claim: number) => writes[claim]!.values[3]!

  async function created(): Promise<string> {
    const reads = create.steps(1, {})
    const [number] = await Promise.all([nextNumber(), database.run(reads)])
    const writes = create.steps(2, create.slots(null, number))
    await database.run(writes)
    return answerIn(writes, 1)
  }
  async function changed(id: string): Promise<string> {
    const slots = change.slots(id, 1)
    const [, ...reads] = change.steps(0, slots)
    return database.readThenWrite(reads, () => {
      const writes = change.steps(1, slots).slice(0, -1)
      return { writes, answer: answerIn(writes, 0) }
    })
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: string) => {
      const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, head)
      response.end(body)
    }
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      JSON.parse(Buffer.concat(chunks).toString())
      const id = request.url!.split('/')[3]
      answer(id ? 200 : 201, id ? await changed(id) : await created())
    } catch (error) {
      answer(500, JSON.stringify({ error: String(error) }))
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
})
process.on('disconnect', () => process.exit(0))
