// A scanner for viruses: clamd, by its own protocol over TCP. The bytes pass through while they are read for the check.
import { connect, type Socket } from 'node:net'
import type { Setting } from '@lms/service-host'
import { mebibyte } from '../storage/file.object.ts'
import type { StorageCall } from '../storage/storage.ts'

export const scanSettings: readonly Setting[] = [
  {
    name: 'LMS_CLAMAV',
    about: 'The address of clamd, which scans uploads for viruses. Without one nothing is scanned.',
    example: 'clamav.internal:3310',
  },
  {
    name: 'LMS_CLAMAV_MEBIBYTES',
    about: 'How much of each file is scanned, in MiB: at most StreamMaxLength of clamd. 25 unless set.',
    example: '100',
  },
]

/** One scan. Throws where the scanner is away, breaks off, or does not understand. */
export interface Scanning {
  write(chunk: Buffer): Promise<void>
  /** Whether something harmful was found. */
  end(): Promise<boolean>
  close(): void
}
export interface Scan {
  begin(call: StorageCall): Promise<Scanning>
}

/** The configured scanner; null if there is none. */
export function scanOf({
  settings,
}: {
  settings: Readonly<Record<string, string | undefined>>
}): Scan | null {
  if (!settings.LMS_CLAMAV) return null
  const address = /^(.+):(\d+)$/.exec(settings.LMS_CLAMAV)
  const most = Number(settings.LMS_CLAMAV_MEBIBYTES || 25)
  if (!address) throw new Error('LMS_CLAMAV must be the host and the port of clamd: clamav.internal:3310.')
  if (!Number.isInteger(most) || most < 1)
    throw new Error('LMS_CLAMAV_MEBIBYTES must be a whole number from 1.')
  const [, host, port] = address
  return clamd({ host: host!, port: Number(port) }, most * mebibyte)
}

/** clamd, which gets the first `most` bytes of each file. */
export const clamd = (at: { host: string; port: number }, most: number): Scan => ({
  begin: async ({ signal }) => new Instream(connect({ ...at, signal } as never), most),
})

/**
 * The command INSTREAM of clamd(8): after it each chunk has its length in four bytes before it, the most significant one
 * first; a length of zero ends them. The answer is one line, which ends with NUL.
 */
class Instream implements Scanning {
  readonly #socket: Socket
  #remaining: number
  #answer = ''
  #failed: Error | null = null
  #isClosed = false
  #isEnded = false
  readonly #answered: Promise<void>

  constructor(socket: Socket, most: number) {
    this.#socket = socket
    this.#remaining = most
    this.#answered = new Promise(resolve => {
      socket.on('data', data => {
        this.#answer += data.toString('latin1')
        if (this.#isAnswered || this.#answer.length > 1000) resolve()
      })
      socket.on('error', error => {
        this.#failed = error
      })
      socket.on('close', () => {
        this.#isClosed = true
        resolve()
      })
    })
    socket.write('zINSTREAM\0')
  }

  /** Throws where the scanner is gone without an answer: gigabytes would be read for nothing. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#isClosed && !this.#isAnswered) throw this.#failed ?? new Error('The scanner has broken off.')
    const part = chunk.subarray(0, this.#remaining)
    if (part.length === 0) return
    this.#remaining -= part.length
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    this.#socket.write(length)
    if (!this.#socket.write(part)) await this.#drained()
    // The rest may take minutes to read, and a scanner that waits for more breaks off before.
    if (this.#remaining === 0) this.#endStream()
  }

  #endStream(): void {
    if (!this.#isEnded) this.#socket.write(Buffer.alloc(4))
    this.#isEnded = true
  }

  get #isAnswered(): boolean {
    return this.#answer.includes('\0')
  }

  /** A scanner that has answered already, or is gone, takes no more. */
  #drained(): Promise<void> {
    const drained = new Promise<void>(resolve => this.#socket.once('drain', resolve))
    return Promise.race([drained, this.#answered])
  }

  async end(): Promise<boolean> {
    this.#endStream()
    await this.#answered
    const [answer, ends] = this.#answer.split('\0')
    if (ends !== undefined && answer === 'stream: OK') return false
    if (ends !== undefined && / FOUND$/.test(answer!)) return true
    throw this.#failed ?? new Error(`The scanner answered ${JSON.stringify(answer?.slice(0, 200))}.`)
  }

  close(): void {
    this.#socket.destroy()
  }
}
