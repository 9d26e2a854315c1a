// The floor of a request: a bare node:http server that sends the statements of the service, as they were recorded, in the
// same batches, and answers with the recorded body. No contract, checks, rules or JSON of its own.
import { createServer } from 'node:http'
import { Database, type Step, sendBatch, step } from '@lms/service-host'
import pg from 'pg'
import type { Sent } from './statements.ts'

/** A request: the batches of each connection that it borrowed, and its answer. */
export interface Recording {
  loans: Sent[][][]
  status: number
  answer: string
}
/** What the parent sends: recordings by the paths `/{name}/{index}`. */
export interface ReplayTask {
  database: string
  recordings: Record<string, Recording[]>
}

const stepOf = ({ text, values, rows }: Sent): Step => ({
  statement: step(text).statement,
  values,
  ...(rows ? { rows } : {}),
})

/** Ids of rows that each request makes anew: of events, audit records and tasks. */
const fresh = /\b(?:evt|aud|job)_\w{26}\b/g
let replayed = 0

/** The batches with ids of their own in the places of those: one after the other, as ids by time are. */
function withOwnIds(loans: Step[][][]): Step[][][] {
  const number = String(replayed++).padStart(10, '0')
  const own = (value: string | null) =>
    value === null ? null : value.replace(fresh, id => id.slice(0, -10) + number)
  return loans.map(loan => loan.map(batch => batch.map(one => ({ ...one, values: one.values.map(own) }))))
}

process.once('message', ({ database: connectionString, recordings }: ReplayTask) => {
  const database = new Database(new pg.Pool({ connectionString, max: 16 }))
  const prepared = Object.fromEntries(
    Object.entries(recordings).map(([name, all]) => [
      name,
      all.map(({ loans, ...rest }) => ({
        ...rest,
        makesRows: loans.some(each => JSON.stringify(each).search(fresh) >= 0),
        loans: loans.map(each => each.map(one => one.map(stepOf))),
      })),
    ]),
  )
  /** A connection stays with its batches, so that a transaction remains one. */
  async function send(batches: Step[][]) {
    const client = await database.connect()
    try {
      for (const batch of batches) await sendBatch(client, batch)
    } finally {
      client.release()
    }
  }
  const server = createServer(async (request, response) => {
    const [, name, index] = request.url!.split('/')
    const all = prepared[name!]!
    const { loans, makesRows, status, answer } = all[Number(index) % all.length]!
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (chunks.length) JSON.parse(Buffer.concat(chunks).toString())
      for (const loan of makesRows ? withOwnIds(loans) : loans) await send(loan)
      const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }
      response.writeHead(status, head).end(answer)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
})
process.on('disconnect', () => process.exit(0))
