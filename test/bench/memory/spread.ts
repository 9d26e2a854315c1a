// Loaded into every process of the system: services listen in a way that lets a second process share their port. The
// kernel then gives each new connection to one of them, as a balancer would.
import { type ListenOptions, Server } from 'node:net'

if (process.argv[1]?.includes('/services/')) {
  const listen = Server.prototype.listen as (options: ListenOptions, listening: () => void) => Server
  Server.prototype.listen = function (this: Server, port: number, host: string, listening: () => void) {
    return listen.call(this, { port, host, reusePort: true }, listening)
  } as typeof Server.prototype.listen
}
