// A line to a server that can be made slow, stopped, or dead: connections that are open then carry nothing any more,
// and the client is not told.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface SlowLine {
  port: number
  /** Milliseconds that each piece waits, each way; Infinity stops all until it is set anew. */
  delayMs: number
  /** For the server what is connected now ends, for the client it stays and carries nothing any more. New ones are sound. */
  deaden(): void
  /** Ends what is connected now. */
  cut(): void
  close(): void
}

/** A line on this machine to a port on it. */
export async function startSlowLine(to: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  const servers = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  const carry = async (from: Socket, onward: Socket) => {
    try {
      for await (const piece of from) {
        const since = performance.now()
        while (performance.now() - since < line.delayMs && !from.destroyed) await pause(5)
        if (!dead.has(from)) onward.write(piece)
      }
    } catch {
      // Its other end broke off, and so do we.
    }
    if (!dead.has(from)) onward.destroy()
  }
  const server = createServer(client => {
    const behind = connect(to, '127.0.0.1')
    servers.add(behind)
    behind.once('close', () => servers.delete(behind))
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true).on('error', () => {})
      one.once('close', () => sockets.delete(one))
      void carry(one, other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: SlowLine = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    deaden: () => {
      for (const socket of sockets) dead.add(socket)
      for (const socket of servers) socket.destroy()
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      server.close()
      line.cut()
    },
  }
  return line
}
