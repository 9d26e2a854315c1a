// An address behind which processes of both releases answer in turn, as behind a service of Kubernetes.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

export class Balancer {
  readonly #server: Server
  #ports: number[] = []
  #next = 0

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<Balancer> {
    const server = createServer()
    const balancer = new Balancer(server)
    server.on('connection', socket => balancer.#pass(socket))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return balancer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  add(port: number): void {
    this.#ports = [...this.#ports, port]
  }

  /** New connections go elsewhere; those that are open remain until the process ends them. */
  remove(port: number): void {
    this.#ports = this.#ports.filter(each => each !== port)
  }

  close(): void {
    this.#server.close()
  }

  #pass(socket: Socket): void {
    const port = this.#ports[this.#next++ % this.#ports.length]
    if (port === undefined) return void socket.destroy()
    const backend = connect(port, '127.0.0.1')
    const end = () => {
      socket.destroy()
      backend.destroy()
    }
    for (const each of [socket, backend]) each.on('error', end).on('close', end)
    socket.pipe(backend).pipe(socket)
  }
}
