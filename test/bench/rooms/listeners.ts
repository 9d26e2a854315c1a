// Listeners of one room in a process of their own. They come back as an EventSource does: after the pause that the gateway
// has drawn for each, with the number of the last event they have.
import { connect } from 'node:net'

export interface ListenersTask {
  port: number
  host: string
  /** Paths of the stream; several listeners share one. */
  paths: readonly string[]
}
/** `open`: so many more listeners. `state`: answers with a `ListenersState`. */
export type ListenersOrder = { open: number } | { state: true }
export interface ListenersState {
  listening: number
  /** Events that somebody got out of order, or never. */
  gaps: number
  resets: number
  /** The least of the last numbers of all. */
  last: number
  /** When the last of all listeners had an event, in milliseconds since 1970, by its number. */
  lastAt: Record<number, number>
}

const atOnce = 100
const idMark = Buffer.from('\nid: ')

let task: ListenersTask
const listeners: Listener[] = []
const had = new Map<number, { count: number; at: number }>()
let [gaps, resets] = [0, 0]

class Listener {
  readonly #path: string
  readonly #address: string
  #retry = 1000
  last = 0
  listening = false

  constructor(index: number) {
    this.#path = task.paths[index % task.paths.length]!
    // Of five hundred behind one address.
    this.#address = `198.18.${Math.floor(index / 400) % 250}.1`
  }

  /** Resolves when the stream has begun. */
  open(): Promise<void> {
    return new Promise(resolve => {
      const socket = connect(task.port, '127.0.0.1')
      let rest: Buffer = Buffer.alloc(0)
      socket.write(
        `GET ${this.#path}${this.last ? '' : '?after=0'} HTTP/1.1\r\nHost: ${task.host}\r\nX-Forwarded-For: ${this.#address}\r\n` +
          `${this.last ? `Last-Event-ID: ${this.last}\r\n` : ''}Accept: text/event-stream\r\n\r\n`,
      )
      socket.on('data', piece => {
        rest = rest.length ? Buffer.concat([rest, piece]) : piece
        if (!this.listening) {
          const retry = /retry: (\d+)\n\n/.exec(rest.toString('latin1'))
          if (!retry) return
          this.#retry = Number(retry[1])
          this.listening = true
          resolve()
        }
        rest = this.#read(rest)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        this.listening = false
        setTimeout(() => void this.open().then(resolve), this.#retry)
      })
    })
  }

  /** Takes the whole events; returns the rest. */
  #read(bytes: Buffer): Buffer {
    const end = bytes.lastIndexOf('\n\n')
    if (end < 0) return bytes
    for (let at = bytes.indexOf(idMark); at >= 0 && at < end; at = bytes.indexOf(idMark, at + 1)) {
      const number = Number.parseInt(bytes.toString('latin1', at + 5, at + 15), 10)
      if (bytes.toString('latin1', Math.max(0, at - 5), at) === 'reset') resets++
      else if (this.last && number !== this.last + 1) gaps++
      this.last = number
      const { count } = had.get(number) ?? { count: 0 }
      had.set(number, { count: count + 1, at: Date.now() })
    }
    return bytes.subarray(end + 2)
  }
}

process.on('message', async (order: ListenersTask | ListenersOrder) => {
  if ('port' in order) task = order
  else if ('open' in order) {
    for (let opened = 0; opened < order.open; opened += atOnce) {
      const more = Math.min(atOnce, order.open - opened)
      const fresh = Array.from({ length: more }, (_, index) => new Listener(listeners.length + index))
      listeners.push(...fresh)
      await Promise.all(fresh.map(each => each.open()))
    }
    process.send!('open')
  } else {
    const completeEvents = [...had].filter(([, { count }]) => count >= listeners.length)
    process.send!({
      listening: listeners.filter(({ listening }) => listening).length,
      gaps,
      resets,
      last: listeners.reduce((least, { last }) => Math.min(least, last), Number.POSITIVE_INFINITY),
      lastAt: Object.fromEntries(completeEvents.map(([number, { at }]) => [number, at])),
    } satisfies ListenersState)
  }
})
process.on('disconnect', () => process.exit(0))
