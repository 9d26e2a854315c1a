// A raw client that ignores the rules of HTTP, and reads the gateway's answers.
import { connect, type Socket } from 'node:net'
import { type Answer, answersIn } from './wire.ts'

export interface Heard {
  /** Everything that came back, as whole answers. */
  answers: Answer[]
  /** How the connection was when the hearing ended. */
  closed: boolean
}

export interface Speech {
  /** Written one after the other, each when `everyMs` have gone by since the one before. */
  pieces: Iterable<string | Buffer>
  everyMs?: number
  /** Whether the client ends its side after the last piece. */
  thenEnd?: boolean
  /** Whether it resets the connection after the last piece. */
  thenReset?: boolean
  /** The number of expected answers; by default it reads until the connection is closed. */
  enough?: number
  /** Milliseconds after which it stops reading. */
  withinMs?: number
}

/** Opens a connection, writes, and returns what it read. Strings are written as Latin-1. */
export function speak(port: number, speech: Speech): Promise<Heard> {
  const { thenEnd, thenReset, enough = Number.POSITIVE_INFINITY, withinMs = 30_000 } = speech
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = Buffer.alloc(0)
  return new Promise(resolve => {
    const end = (closed: boolean) => {
      clearTimeout(late)
      socket.destroy()
      resolve({ answers: answersIn(received), closed })
    }
    const late = setTimeout(() => end(false), withinMs)
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      if (answersIn(received).length >= enough) end(false)
    })
    socket.on('error', () => {})
    socket.on('end', () => end(true))
    socket.on('close', () => end(true))
    socket.once('connect', async () => {
      await write(socket, speech)
      if (thenEnd) socket.end()
      if (thenReset) socket.resetAndDestroy()
    })
  })
}

async function write(socket: Socket, { pieces, everyMs }: Speech): Promise<void> {
  for (const piece of pieces) {
    if (!socket.writable) return
    const isFlushed = typeof piece === 'string' ? socket.write(piece, 'latin1') : socket.write(piece)
    if (everyMs) await new Promise(next => setTimeout(next, everyMs))
    else if (!isFlushed)
      await new Promise<void>(next => {
        socket.once('drain', next).once('close', next)
      })
  }
}
