// Clients that listen to the room of a webinar, for its spec.
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { eventually } from '@lms/testing'

export interface Heard {
  status: number
  headers: IncomingHttpHeaders
  text: string
  ended: boolean
}

const open: ClientRequest[] = []
/** Ends all clients. */
export const hangUp = (): void => {
  for (const each of open.splice(0)) each.destroy()
}

/** Listens to the room of an entry. */
export const hear = (
  { port, host }: { port: number; host: string },
  path: string,
  headers: Record<string, string>,
): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { port, path: path.replace('rooms', 'room-streams'), headers: { host, ...headers } },
      answer => {
        const heard: Heard = { status: answer.statusCode!, headers: answer.headers, text: '', ended: false }
        answer.on('data', piece => (heard.text += piece))
        answer.on('error', () => {})
        answer.on('close', () => (heard.ended = true))
        resolve(heard)
      },
    )
    open.push(outgoing)
    outgoing.on('error', reject)
    outgoing.end()
  })

/** Asks for the head of a stream, and leaves the connection to the gateway: gives what it sent before it ended it. */
export async function headOf({ port, host }: { port: number; host: string }, path: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  const heard = { text: '', ended: false }
  socket.on('data', piece => (heard.text += piece)).on('end', () => (heard.ended = true))
  socket.write(
    `HEAD ${path.replace('rooms', 'room-streams')} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
  )
  try {
    await eventually('the end of the answer', () => heard.ended)
  } finally {
    socket.destroy()
  }
  return heard.text
}

/** Waits for a text in a stream; null: for its end. */
export const until = (heard: Heard, text: string | null): Promise<unknown> =>
  eventually(`${text ?? 'the end of the stream'} in ${heard.text}`, () =>
    text === null ? heard.ended : heard.text.includes(text),
  )

export const eventsOf = ({ text }: Heard) =>
  [...text.matchAll(/event: (\w+)\nid: (\d+)\ndata: (.*)\n/g)].map(([, event, number, data]) => ({
    event,
    number: Number(number),
    data: JSON.parse(data!),
  }))
