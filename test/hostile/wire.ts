// A client that writes arbitrary bytes on a kept connection: libraries refuse much of what a hostile client sends.
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  /** Names in lower case; of a repeated header the last. */
  headers: Record<string, string>
  /** The bytes of the body. */
  body: Buffer
}

const blankLine = Buffer.from('\r\n\r\n')

/** One connection; requests on it are answered in turn. */
export class Wire {
  readonly #port: number
  #socket: Socket | null = null
  #received = Buffer.alloc(0)
  #wake: (() => void) | null = null

  constructor(port: number) {
    this.#port = port
  }

  /**
   * Writes a request and reads its answer; connects anew where needed. Gives null where the connection ends without
   * an answer. `withinMs` (milliseconds) is how long an answer may take; then it throws.
   */
  async ask(request: Buffer, { bodyless = false, withinMs = 60_000 } = {}): Promise<Answer | null> {
    const socket = this.#connected()
    const late = setTimeout(() => socket.destroy(new Error('late')), withinMs)
    try {
      socket.write(request)
      const answer = await this.#read(bodyless)
      if (answer === null && socket.errored?.message === 'late')
        throw new Error(`There was no answer within ${withinMs} ms.`)
      if (answer?.headers.connection === 'close') this.close()
      return answer
    } finally {
      clearTimeout(late)
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #connected(): Socket {
    if (this.#socket?.writable && this.#socket.readable) return this.#socket
    this.#socket?.destroy()
    this.#received = Buffer.alloc(0)
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.on('data', chunk => {
      if (socket !== this.#socket) return
      this.#received = this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk
      this.#wake?.()
    })
    socket.on('error', () => {})
    socket.on('end', () => this.#wake?.())
    socket.on('close', () => this.#wake?.())
    this.#socket = socket
    return socket
  }

  async #read(bodyless: boolean): Promise<Answer | null> {
    for (;;) {
      const head = await this.#until(() => headOf(this.#received))
      if (!head) return null
      this.#received = this.#received.subarray(head.length)
      // 100 Continue comes before the answer.
      if (head.status < 200) continue
      const { status, headers } = head
      if (bodyless) return { status, headers, body: Buffer.alloc(0) }
      const body = await this.#until(() => bodyOf(this.#received, headers))
      if (!body) return null
      this.#received = this.#received.subarray(body.length)
      return { status, headers, body: body.content }
    }
  }

  /** What `look` finds, when enough has come for it; null where the connection ends before. */
  async #until<T>(look: () => T | null): Promise<T | null> {
    for (;;) {
      const result = look()
      if (result) return result
      if (!this.#socket || this.#socket.destroyed || this.#socket.readableEnded) return null
      await new Promise<void>(wake => {
        this.#wake = wake
      })
    }
  }
}

function headOf(received: Buffer) {
  const end = received.indexOf(blankLine)
  if (end < 0) return null
  const [first, ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { status: Number(first!.split(' ')[1]), headers, length: end + blankLine.length }
}

function bodyOf(received: Buffer, headers: Record<string, string>) {
  if (headers['transfer-encoding'] === 'chunked') return chunksOf(received)
  const length = Number(headers['content-length'] ?? 0)
  return received.length < length ? null : { content: received.subarray(0, length), length }
}

function chunksOf(received: Buffer) {
  const content: Buffer[] = []
  for (let at = 0; ; ) {
    const end = received.indexOf('\r\n', at)
    if (end < 0) return null
    const size = Number.parseInt(received.toString('latin1', at, end), 16)
    const next = end + 2 + size + 2
    if (received.length < next) return null
    if (size === 0) return { content: Buffer.concat(content), length: next }
    content.push(received.subarray(end + 2, end + 2 + size))
    at = next
  }
}

/** The whole answers among what came over a connection. */
export function answersIn(received: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; ; ) {
    const head = headOf(rest)
    if (!head) return answers
    rest = rest.subarray(head.length)
    if (head.status < 200) continue
    const body = bodyOf(rest, head.headers)
    if (!body) return answers
    answers.push({ status: head.status, headers: head.headers, body: body.content })
    rest = rest.subarray(body.length)
  }
}
