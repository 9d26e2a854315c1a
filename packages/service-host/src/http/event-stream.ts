// An answer in events, for clients that prefer text/event-stream (HTML standard, 9.2): what happens on the way, then the
// answer that others get as JSON. Its head is written with the first event, so that a refusal before it is an ordinary one.
import type { ServerResponse } from 'node:http'
import { errorBody, type Refused } from '@lms/contract'
import type { EventSink } from '../kernel/event-sink.ts'
import type { Headers } from './answer.ts'

/** The media type: an operation declares it among its `documents`. */
export const eventStreamType = 'text/event-stream'
/** Milliseconds between signs of life: less than anything on the way waits. */
const beatMs = 10_000

export class EventStream implements EventSink {
  readonly #response: ServerResponse
  readonly #status: number
  readonly #headers: Headers
  readonly #disconnection = new AbortController()
  #beat: NodeJS.Timeout | null = null

  /** `status` is that of the answer if it succeeds. */
  constructor(response: ServerResponse, status: number, headers: Headers) {
    this.#response = response
    this.#status = status
    this.#headers = headers
    response.once('close', () => {
      this.#stop()
      if (!response.writableFinished) this.#disconnection.abort(new Error('The client has left.'))
    })
  }

  /** Ends when the client leaves. */
  get disconnected(): AbortSignal {
    return this.#disconnection.signal
  }

  get hasBegun(): boolean {
    return this.#response.headersSent
  }

  /** Sends an event; `data` becomes JSON. */
  readonly tell = (name: string, data: unknown): void => this.#write(name, JSON.stringify(data))

  /** Sends the answer, and ends the stream. */
  end(text: string): void {
    this.#write('answer', text)
    this.#finish()
  }

  /** Sends the error that a JSON answer would have been, and ends the stream. */
  fail(refused: Refused, requestId: string): void {
    this.#write('error', JSON.stringify(errorBody(refused, requestId)))
    this.#finish()
  }

  /** JSON has no ends of lines within a text, so an event is one line of data. */
  #write(name: string, data: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return
    this.#begin()
    this.#response.write(`event: ${name}\ndata: ${data}\n\n`)
  }

  #begin(): void {
    if (this.#response.headersSent) return
    this.#response.writeHead(this.#status, {
      'content-type': eventStreamType,
      'cache-control': 'no-store',
      // Proxies in front pass on each event at once.
      'x-accel-buffering': 'no',
      vary: 'accept',
      ...this.#headers,
    })
    this.#beat = setInterval(() => this.#response.write(': still here\n\n'), beatMs)
  }

  #finish(): void {
    this.#stop()
    this.#response.end()
  }

  #stop(): void {
    if (this.#beat) clearInterval(this.#beat)
    this.#beat = null
  }
}
