// The greeting of a NATS server.
import { connect } from 'node:net'

export interface Greeting {
  server_name?: string
  jetstream?: boolean
}

/** A server greets each connection with one line: INFO and a JSON object. Undefined if none arrives within 2 s. */
export function readGreeting({
  host = '127.0.0.1',
  port,
}: {
  host?: string
  port: number
}): Promise<Greeting | undefined> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect({ host, port, timeout: 2000 })
    const finish = () => {
      socket.destroy()
      const line = /^INFO (\{.*\})\s*\r\n/.exec(text)
      try {
        resolve(line ? JSON.parse(line[1]!) : undefined)
      } catch {
        resolve(undefined)
      }
    }
    socket.on('data', data => {
      text += data
      if (text.includes('\r\n') || text.length > 65_536) finish()
    })
    socket.on('error', finish).on('timeout', finish).on('end', finish)
  })
}

/** Why none of these servers (NATS_URL: addresses with commas) can be used, within seconds; null if one can. */
export async function natsProblem(url: string): Promise<string | null> {
  const checks = url.split(',').map(async one => {
    const text = one.includes('://') ? one : `nats://${one}`
    if (!URL.canParse(text)) return `${one} is not an address like nats://localhost:4222`
    const { hostname, port } = new URL(text)
    const greeting = await readGreeting({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 4222),
    })
    if (!greeting) return `no NATS server answers at ${one}`
    return greeting.jetstream ? null : `the NATS server at ${one} runs without JetStream`
  })
  const problems = await Promise.all(checks)
  return problems.includes(null) ? null : problems.join('; ')
}
