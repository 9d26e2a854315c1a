// A network path to a server that can be made slow, stopped, or dead: open connections then transport nothing any more,
// without an error for the client.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface SlowLine {
  port: number
  /** Milliseconds of delay for each piece, each way; Infinity stops all until it is set again. */
  delayMs: number
  /** Closes present connections for the server; for the client they stay open and transport nothing. New ones work. */
  deaden(): void
  /** Closes present connections. */
  cut(): void
  close(): void
}

/** A path on this machine to one of its ports. */
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
