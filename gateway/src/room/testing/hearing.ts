// Clients that listen to the room of a webinar, for its spec.
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
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
