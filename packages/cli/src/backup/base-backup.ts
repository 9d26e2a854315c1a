// A base backup of a Postgres server by its own protocol of replication, as pg_basebackup makes one: a server of any place, and
// no program of Postgres here (www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP).
import { createHash, type Hash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** A base backup in a folder: an archive of the whole cluster, with the log that it needs, and the server's list of its files. */
export interface BaseBackup {
  /** The position in the log at which it begins, and the segment of that. */
  readonly start: string
  readonly segment: string
  readonly bytes: number
  readonly sha256: string
  /** Of the server itself: another one's log does not fit. */
  readonly system: string
}

const bits = (lsn: string): [high: bigint, low: bigint] => {
  const [high, low] = lsn.split('/') as [string, string]
  return [BigInt(`0x${high}`), BigInt(`0x${low}`)]
}
const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')

/** The name of the segment of the log that has a position. */
export function segmentOf(lsn: string, timeline: number, segmentBytes = 16 * 1024 * 1024): string {
  const [high, low] = bits(lsn)
  return `${hex(timeline)}${hex(high)}${hex(low / BigInt(segmentBytes))}`
}

/** Takes one into a new folder. */
export async function takeBaseBackup(url: string, folder: string): Promise<BaseBackup> {
  // As a connection to the database, which needs no rule of its own in pg_hba.conf.
  const client = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig)
  await client.connect()
  try {
    const { rows } = await client.query('IDENTIFY_SYSTEM')
    const system = String((rows[0] as { systemid: string }).systemid)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stream = new Receiving(folder)
    client.query(stream as never)
    const { start, timeline } = await stream.ended
    const { bytes, sha256 } = stream.written
    return { start, segment: segmentOf(start, timeline), bytes, sha256, system }
  } finally {
    await client.end()
  }
}

const command = `BASE_BACKUP (LABEL 'open-school', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

interface Field {
  fields: (string | Buffer | null)[]
}
interface Sending {
  query(text: string): void
}

/** The answer, which the driver hands over piece by piece. Writing waits, so that no more comes than is written. */
class Receiving {
  readonly ended: Promise<{ start: string; timeline: number }>
  readonly #folder: string
  readonly #hash: Hash = createHash('sha256')
  #file: number | null = null
  #isArchive = false
  #bytes = 0
  #first: { start: string; timeline: number } | null = null
  #resolve!: (at: { start: string; timeline: number }) => void
  #reject!: (error: unknown) => void

  constructor(folder: string) {
    this.#folder = folder
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get written() {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  submit(connection: Sending): void {
    connection.query(command)
  }

  handleDataRow({ fields: [start, timeline] }: Field): void {
    // Rows follow of table spaces, and of the end.
    this.#first ??= { start: String(start), timeline: Number(timeline) }
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const [kind, rest] = [String.fromCharCode(chunk[0]!), chunk.subarray(1)]
    if (kind === 'n') {
      const [name = '', place = ''] = rest.toString().split('\0')
      if (place) throw new Error(`The server has a table space at ${place}: back it up with pg_basebackup.`)
      this.#open(name)
      this.#isArchive = true
    } else if (kind === 'm') {
      this.#open('backup_manifest')
      this.#isArchive = false
    } else if (kind === 'd') {
      writeSync(this.#file!, rest)
      if (!this.#isArchive) return
      this.#bytes += rest.length
      this.#hash.update(rest)
    }
  }

  #open(name: string): void {
    if (!/^[\w.]+$/.test(name)) throw new Error(`The server calls an archive ${name}.`)
    this.#close()
    this.#file = openSync(join(this.#folder, name), 'wx', 0o600)
  }

  #close(): void {
    if (this.#file === null) return
    fsyncSync(this.#file)
    closeSync(this.#file)
    this.#file = null
  }

  handleReadyForQuery(): void {
    this.#close()
    if (this.#first && this.#bytes > 0) this.#resolve(this.#first)
    else this.#reject(new Error('The server has sent no backup.'))
  }

  handleError(error: unknown): void {
    this.#close()
    this.#reject(error)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
