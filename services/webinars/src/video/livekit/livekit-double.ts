// A double of LiveKit's server, as far as the provider uses it, written from its public API reference
// (docs.livekit.io/reference/other/roomservice-api, …/egress, …/webhooks). The real service was never called.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AccessToken, TokenVerifier } from 'livekit-server-sdk'

interface LiveRoom {
  isRecorded: boolean
  people: { identity: string; name: string }[]
}

export const doubleKey = { key: 'APIdouble', secret: 'a secret of LiveKit with 32 characters' }

export async function startLiveKitDouble() {
  const running = new Map<string, LiveRoom>()
  const files = new Map<string, object>()
  const verifier = new TokenVerifier(doubleKey.key, doubleKey.secret)
  const double = {
    url: '',
    /** How often a room was made, and an egress begun. */
    made: 0,
    recorded: 0,
    loseAnswer: false,
    isRunning: (name: string) => running.has(name),
    /** Whoever follows a link to a room is in it. */
    async follow(href: string): Promise<{ identity: string; name: string; leads: boolean } | null> {
      const { searchParams } = new URL(href)
      const claims = await verifier.verify(searchParams.get('token') ?? '').catch(() => null)
      const room = running.get(claims?.video?.room ?? '')
      const isHere = searchParams.get('liveKitUrl') === double.url.replace('http', 'ws')
      if (!claims?.video?.roomJoin || !room || !isHere) return null
      const person = { identity: claims.sub!, name: claims.name! }
      room.people.push(person)
      return { ...person, leads: claims.video.roomAdmin === true && claims.video.canPublish === true }
    },
    publish(name: string, filename: string, location: string, seconds: number): void {
      files.set(name, { filename, location, duration: `${seconds}000000000`, size: '1' })
    },
    /** A webhook as the server sends it: `Authorization` is a token with the hash of the body. */
    async webhook(event: object, secret = doubleKey.secret) {
      const body = JSON.stringify({ id: 'EV_1', ...event })
      const token = new AccessToken(doubleKey.key, secret, { ttl: 300 })
      token.sha256 = createHash('sha256').update(body).digest('base64')
      const headers = { 'content-type': 'application/webhook+json', authorization: await token.toJwt() }
      return { query: '', headers, body }
    },
    stop: () => new Promise<void>(resolve => void server.close(() => resolve())),
  }

  const methods: Record<string, (body: Record<string, any>, grant: Record<string, any>) => object | null> = {
    'RoomService/CreateRoom'({ name, egress }, { roomCreate }) {
      if (!roomCreate) throw new Error('permission_denied')
      if (!running.has(name)) {
        double.made++
        if (egress) double.recorded++
        running.set(name, { isRecorded: egress?.room?.roomName === name, people: [] })
      }
      return { sid: 'RM_1', name }
    },
    'RoomService/DeleteRoom'({ room }, { roomCreate }) {
      if (!roomCreate) throw new Error('permission_denied')
      return running.delete(room) ? {} : null
    },
    'RoomService/ListParticipants'({ room }, { roomAdmin, room: granted }) {
      if (!roomAdmin || granted !== room) throw new Error('permission_denied')
      return { participants: (running.get(room)?.people ?? []).map(person => ({ sid: 'PA_1', ...person })) }
    },
    'Egress/ListEgress'({ room_name }, { roomRecord }) {
      if (!roomRecord) throw new Error('permission_denied')
      const file = files.get(room_name)
      const running = { egress_id: 'EG_1', room_name, status: 'EGRESS_ACTIVE', file_results: [] }
      const done = { egress_id: 'EG_2', room_name, status: 'EGRESS_COMPLETE', file_results: [file] }
      return { items: file ? [running, done] : [running] }
    },
  }

  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const claims = await verifier.verify(token).catch(() => null)
    const answer = answerOf(request.url!.replace('/twirp/livekit.', ''), body, claims?.video)
    if (double.loseAnswer) {
      double.loseAnswer = false
      response.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })

  function answerOf(method: string, body: Record<string, any>, grant: object | undefined) {
    const act = methods[method]
    if (!grant) return { status: 401, body: { code: 'unauthenticated', msg: 'invalid API key' } }
    try {
      const done = act?.(body, grant)
      return done
        ? { status: 200, body: done }
        : { status: 404, body: { code: 'not_found', msg: 'not found' } }
    } catch {
      return { status: 403, body: { code: 'permission_denied', msg: 'permissions denied' } }
    }
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
export type LiveKitDouble = Awaited<ReturnType<typeof startLiveKitDouble>>
