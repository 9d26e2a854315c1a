// The messages of a batch (protocol-message-formats in Postgres's documentation), written into one buffer.
// pg-protocol's serializer makes a buffer for each message and lets it grow: a batch of six statements then takes 12 µs
// in place of 6. Rare messages still come from it.
import { serialize } from 'pg-protocol'

const usualBytes = 64 * 1024

/** The room of the batch that is being written. Batches are written one after the other, without a pause. */
let room = Buffer.allocUnsafe(usualBytes)

const bindCode = 'B'.charCodeAt(0)
const executeAll = serialize.execute({ portal: '', rows: 0 })
const sync = serialize.sync()

export class Messages {
  #at = 0

  close(name: string): void {
    this.#add(serialize.close({ type: 'S', name }))
  }

  parse(name: string, text: string): void {
    this.#add(serialize.parse({ name, text, types: [] }))
  }

  /** Values and results are texts: zero format codes. */
  bind(name: string, values: readonly (string | null)[]): void {
    const start = this.#at
    this.#need(name.length + 11)
    room[start] = bindCode
    // The name of the portal: none.
    room[start + 5] = 0
    this.#at = start + 6 + room.write(name, start + 6)
    room[this.#at++] = 0
    this.#int16(0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#need(2)
    this.#int16(0)
    room.writeInt32BE(this.#at - start - 1, start + 1)
  }

  #value(value: string | null): void {
    const text = value ?? ''
    // A unit of UTF-16 takes at most three bytes. Only those of a large text are counted: room for three times its size
    // is garbage that brings the next collection forward.
    this.#need(4 + (text.length < usualBytes ? text.length * 3 : Buffer.byteLength(text)))
    const bytes = room.write(text, this.#at + 4)
    room.writeInt32BE(typeof value === 'string' ? bytes : -1, this.#at)
    this.#at += 4 + bytes
  }

  #int16(value: number): void {
    room[this.#at++] = value >>> 8
    room[this.#at++] = value
  }

  /** Executes the bound statement; without `rows` to its end. */
  execute(rows: number | undefined): void {
    this.#add(rows === undefined ? executeAll : serialize.execute({ portal: '', rows }))
  }

  /** Ends the batch, and returns its bytes. */
  sync(): Buffer {
    this.#add(sync)
    const content = room.subarray(0, this.#at)
    if (room.length === usualBytes) return Buffer.from(content)
    room = Buffer.allocUnsafe(usualBytes)
    return content
  }

  #add(message: Buffer): void {
    this.#need(message.length)
    room.set(message, this.#at)
    this.#at += message.length
  }

  /** Makes room for this number of bytes, and for what usually follows them. */
  #need(bytes: number): void {
    if (room.length - this.#at >= bytes) return
    const larger = Buffer.allocUnsafe(Math.max(room.length * 2, this.#at + bytes + usualBytes))
    room.copy(larger, 0, 0, this.#at)
    room = larger
  }
}
