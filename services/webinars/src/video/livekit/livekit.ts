// LiveKit: a room with the id of the session. Its library signs tokens and checks callbacks; it has no place for a `fetch`
// of ours, so the few calls of the server's API (Twirp: JSON by POST) are made here, to guarded addresses.
import type { VideoGrant } from 'livekit-server-sdk'
import { z } from 'zod'
import { ask } from '../provider/ask.ts'
import {
  ForgedCallback,
  type ProviderRecording,
  type VideoContext,
  type VideoKeys,
  type VideoNotice,
  type VideoProvider,
} from '../provider/provider.ts'

const host = 'host'
const usualPage = 'https://meet.livekit.io/custom'
/** Seconds for which an empty room stays, so that a lost network of the host does not end it. */
const emptySeconds = 3600
/** Seconds for which a link leads in, and a call may take. */
const [linkSeconds, callSeconds] = [24 * 3600, 60]

// Loaded when it is needed: it is large, and few schools use it.
const library = () => import('livekit-server-sdk')

export const livekit: VideoProvider = {
  kind: 'livekit',
  isConfigured: ({ livekit: { url, api_key, api_secret } }) =>
    url !== null && api_key !== null && api_secret !== null,

  async prepare({ session_id, recorded }, _, context) {
    const { EncodedFileOutput, EncodedFileType, RoomCompositeEgressRequest, RoomEgress } = await library()
    const file = new EncodedFileOutput({
      fileType: EncodedFileType.MP4,
      filepath: `${session_id}-{time}.mp4`,
    })
    const request = new RoomCompositeEgressRequest({
      roomName: session_id,
      layout: 'speaker',
      fileOutputs: [file],
    })
    await twirp(
      'RoomService/CreateRoom',
      {
        name: session_id,
        empty_timeout: emptySeconds,
        departure_timeout: emptySeconds,
        // The server begins it with the room, so that there are no two for one room.
        ...(recorded && { egress: new RoomEgress({ room: request }).toJson() }),
      },
      { roomCreate: true, roomRecord: recorded },
      context,
    )
  },

  async joinLink({ session_id: room }, { user_id, name, leads }, keys) {
    const { url, page_url } = keys.settings.livekit
    if (!url) throw new Error(unset)
    const grant = { room, roomJoin: true, canSubscribe: true, canPublishData: true }
    const token = await tokenOf({ ...grant, canPublish: leads, roomAdmin: leads }, keys, {
      identity: user_id ?? host,
      name,
      ttl: linkSeconds,
    })
    const page = new URL(page_url ?? usualPage)
    page.searchParams.set('liveKitUrl', url.replace(/^http/, 'ws'))
    page.searchParams.set('token', token)
    return page.href
  },

  film: (_, { livekit: { url, page_url } }) => {
    const page = page_url ?? usualPage
    return url === null ? null : { shows: 'entry', url: page, origin: new URL(page).origin }
  },

  async close({ session_id }, context) {
    await twirp('RoomService/DeleteRoom', { room: session_id }, { roomCreate: true }, context)
  },

  async recordings({ session_id }, context) {
    const answer = await twirp('Egress/ListEgress', { room_name: session_id }, { roomRecord: true }, context)
    const { EgressInfo, EgressStatus } = await library()
    const candidates = Egresses.parse(answer ?? {}).items.flatMap(item => {
      const { status, fileResults } = EgressInfo.fromJson(item as never, { ignoreUnknownFields: true })
      if (status !== EgressStatus.EGRESS_COMPLETE) return []
      return fileResults.map(({ filename, location, duration }): ProviderRecording => {
        const seconds = Math.round(Number(duration) / 1e9)
        const url = watchedAt({ filename, location }, context)
        return { url, duration_seconds: seconds > 0 ? seconds : null }
      })
    })
    const longest = (one: ProviderRecording, other: ProviderRecording) =>
      (other.duration_seconds ?? 0) - (one.duration_seconds ?? 0)
    return candidates.toSorted(longest)[0] ?? null
  },

  async attendance({ session_id: room }, context) {
    const answer = await twirp(
      'RoomService/ListParticipants',
      { room },
      { room, roomAdmin: true, roomList: true },
      context,
    )
    return answer === null ? null : Participants.parse(answer).participants.map(({ identity }) => identity)
  },

  async callback({ headers, body }, keys) {
    const { WebhookReceiver } = await library()
    const { api_key } = keys.settings.livekit
    const api_secret = keys.secret('livekit.api_secret')
    if (!api_key || !api_secret) throw new ForgedCallback()
    const receiver = new WebhookReceiver(api_key, api_secret)
    const event = await receiver.receive(body.toString(), headers.authorization).catch(() => {
      throw new ForgedCallback()
    })
    const { room, participant, egressInfo, createdAt } = event
    const session_id = room?.name || egressInfo?.roomName
    if (!session_id) return []
    const at = timeOf(createdAt)
    const stay = (from: Date): VideoNotice[] =>
      participant
        ? [{ of: 'stays', session_id, stays: [{ user_id: participant.identity, from, till: at }] }]
        : []
    switch (event.event) {
      case 'room_finished':
        return [{ of: 'ended', session_id }]
      case 'participant_joined':
        return stay(at)
      case 'participant_left':
        return stay(timeOf(participant?.joinedAt ?? createdAt))
      case 'egress_ended':
        return [{ of: 'recorded', session_id }]
      default:
        return []
    }
  },
}

const unset = 'The school has no LiveKit: livekit of its settings.'
const Egresses = z.object({ items: z.array(z.unknown()).max(100).default([]) })
const Participants = z.object({
  participants: z
    .array(z.object({ identity: z.string() }))
    .max(20_000)
    .default([]),
})

const timeOf = (seconds: bigint) => new Date(Number(seconds) * 1000)

/** Where a file is watched: where the school says that its files are, or where the server has put it. */
function watchedAt(
  { filename, location }: { filename: string; location: string },
  { settings }: VideoKeys,
): string {
  const { recordings_url } = settings.livekit
  if (!recordings_url) return location
  const name = filename.slice(filename.lastIndexOf('/') + 1)
  return new URL(
    encodeURIComponent(name),
    recordings_url.endsWith('/') ? recordings_url : `${recordings_url}/`,
  ).href
}

/** Calls the API of the server; null for what is not there. Throws for every other answer than success. */
async function twirp(
  method: string,
  body: object,
  grant: VideoGrant,
  context: VideoContext,
): Promise<unknown> {
  const { url } = context.settings.livekit
  if (!url) throw new Error(unset)
  const token = await tokenOf(grant, context, { ttl: callSeconds })
  const { status, text } = await ask(
    new URL(`/twirp/livekit.${method}`, url),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    },
    context,
  )
  if (status === 404) return null
  if (status !== 200) throw new Error(`LiveKit answers ${method} with ${status}.`)
  return JSON.parse(text)
}

async function tokenOf(
  grant: VideoGrant,
  { settings, secret }: VideoKeys,
  options: { identity?: string; name?: string; ttl: number },
): Promise<string> {
  const { AccessToken } = await library()
  const { api_key } = settings.livekit
  const api_secret = secret('livekit.api_secret')
  if (!api_key || !api_secret) throw new Error(unset)
  const token = new AccessToken(api_key, api_secret, options)
  token.addGrant(grant)
  return token.toJwt()
}
