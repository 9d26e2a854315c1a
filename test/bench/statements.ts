// What a service sends to Postgres, read from the bytes at its connections: a bench that sends the same cannot drift from it.
import type { Socket } from 'node:net'
import type { RunningService } from '@lms/service-host'

export interface Sent {
  text: string
  values: (string | null)[]
  /** Maximum rows that are read; 0 is all. */
  rows: number
}

let borrowed = 0

/**
 * Calls `heard` for each batch, with the school whose connection it is sent on and a number for each time that a
 * connection is lent. It must begin before the service prepares a statement.
 */
export function heardAt(
  database: RunningService['runtime']['database'],
  heard: (school: string, loan: number, batch: Sent[]) => void,
): void {
  const databaseOf = database.of.bind(database)
  database.of = name => {
    const requested = databaseOf(name)
    const connect = requested.connect.bind(requested)
    requested.connect = async () => {
      const client = await connect()
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      const write = stream.write
      const loan = borrowed++
      stream.write = ((bytes: Buffer) => {
        heard(name, loan, statementsIn(bytes))
        return write.call(stream, bytes)
      }) as typeof write
      const release = client.release.bind(client)
      client.release = error => {
        stream.write = write
        client.release = release
        release(error)
      }
      return client
    }
    return requested
  }
}

/** Texts by the names of their prepared forms, which are the same on each connection. */
const texts = new Map<string, string>()

/** Reads Parse and Bind of a batch (protocol-message-formats in Postgres's documentation). */
function statementsIn(bytes: Buffer): Sent[] {
  const sent: Sent[] = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const code = String.fromCharCode(bytes[at]!)
    if (code === 'P') {
      const [name, text] = bytes.toString('utf8', at + 5).split('\0', 2)
      texts.set(name!, text!)
    }
    if (code === 'B') sent.push({ ...boundAt(bytes, at + 5), rows: 0 })
    if (code === 'E') sent.at(-1)!.rows = bytes.readInt32BE(bytes.indexOf(0, at + 5) + 1)
  }
  return sent
}

/** A Bind without a portal and formats, as a batch writes it. */
function boundAt(bytes: Buffer, start: number): Omit<Sent, 'rows'> {
  const end = bytes.indexOf(0, start + 1)
  const values: (string | null)[] = []
  let at = end + 5
  for (let count = bytes.readInt16BE(end + 3); count > 0; count--) {
    const length = bytes.readInt32BE(at)
    values.push(length < 0 ? null : bytes.toString('utf8', at + 4, at + 4 + length))
    at += 4 + Math.max(0, length)
  }
  const text = texts.get(bytes.toString('utf8', start + 1, end))
  if (text === undefined) throw new Error('A statement was prepared before anybody listened.')
  return { text, values }
}
