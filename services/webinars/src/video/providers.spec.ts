// Every service of video passes the one suite.
import { newId } from '@lms/contract'
import { WebinarsSettings } from '../settings/webinars-settings.ts'
import { bigbluebutton } from './bigbluebutton/bigbluebutton.ts'
import {
  type BigBlueButtonDouble,
  doubleSecret,
  type Sent,
  startBigBlueButtonDouble,
} from './bigbluebutton/bigbluebutton-double.ts'
import { link } from './link.ts'
import { livekit } from './livekit/livekit.ts'
import { doubleKey, type LiveKitDouble, startLiveKitDouble } from './livekit/livekit-double.ts'
import { plainRecording } from './providers.ts'
import { pauseAfterLook } from './room.task.ts'
import { conformance } from './testing/conformance.ts'

conformance(link, async () => ({ settings: {}, secrets: {}, rooms: null }))

let bbb: BigBlueButtonDouble
conformance(
  bigbluebutton,
  async () => {
    bbb = await startBigBlueButtonDouble()
    const callback = (session_id: string, { query, headers, body }: Sent) => ({
      session_id,
      query,
      headers,
      body: Buffer.from(body),
    })
    const analytics = (id: string, secret?: string) =>
      bbb.analytics(id, { attendees: [], finish: new Date() }, secret)
    return {
      settings: { bigbluebutton: { url: bbb.url, secret: 'set' } },
      secrets: { 'bigbluebutton.secret': doubleSecret },
      rooms: {
        countCreated: () => bbb.made,
        follow: async href => {
          const person = bbb.follow(href)
          if (!person) return null
          const { userID, fullName: name, role } = person
          return { user_id: userID === 'host' ? null : userID, name, leads: role === 'MODERATOR' }
        },
        isOpen: id => bbb.isRunning(id),
        publish: bbb.publish,
        loseAnswer: () => {
          bbb.loseAnswer = true
        },
        ended: async id => callback(id, bbb.ended(id)),
        recorded: async id => callback(id, bbb.recordingReady(id)),
        stayed: async (id, { user_id: user, from, till }) =>
          callback(id, bbb.analytics(id, { attendees: [{ user, joins: [from], leaves: [] }], finish: till })),
        forged: async id => [
          callback(id, bbb.recordingReady(id, 'another secret')),
          callback(id, analytics(id, 'another secret')),
          { ...callback(id, analytics(id)), session_id: null },
          callback(id, { ...analytics(id), headers: { authorization: 'Bearer x.y.z' } }),
        ],
      },
    }
  },
  () => bbb.stop(),
)

let server: LiveKitDouble
conformance(
  livekit,
  async () => {
    server = await startLiveKitDouble()
    const webhook = async (event: object, secret?: string) => {
      const { body, ...sent } = await server.webhook(event, secret)
      return { session_id: null, ...sent, body: Buffer.from(body) }
    }
    const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000))
    const ended = (id: string, secret?: string) =>
      webhook({ event: 'room_finished', room: { name: id }, createdAt: seconds(new Date()) }, secret)
    return {
      settings: { livekit: { url: server.url, api_key: doubleKey.key, api_secret: 'set' } },
      secrets: { 'livekit.api_secret': doubleKey.secret },
      rooms: {
        countCreated: () => server.made,
        follow: async href => {
          const person = await server.follow(href)
          if (!person) return null
          const { identity, name, leads } = person
          return { user_id: identity === 'host' ? null : identity, name, leads }
        },
        isOpen: id => server.isRunning(id),
        publish: (id, url, length) => server.publish(id, `${id}.mp4`, url, length),
        loseAnswer: () => {
          server.loseAnswer = true
        },
        ended,
        recorded: id => webhook({ event: 'egress_ended', egressInfo: { egressId: 'EG_2', roomName: id } }),
        stayed: (id, { user_id: identity, from, till }) =>
          webhook({
            event: 'participant_left',
            room: { name: id },
            participant: { identity, joinedAt: seconds(from) },
            createdAt: seconds(till),
          }),
        forged: async id => {
          const genuine = await ended(id)
          const other = await ended(newId('wbs'))
          return [
            await ended(id, 'another secret of LiveKit with so many'),
            { ...genuine, body: other.body },
            { ...genuine, headers: {} },
          ]
        },
      },
    }
  },
  () => server.stop(),
)

test('LiveKit records the room that it makes once, and a file is watched where the school says', async () => {
  server = await startLiveKitDouble()
  try {
    const livekitOf = (recordings_url: string | null) => ({
      settings: WebinarsSettings.parse({
        livekit: { url: server.url, api_key: doubleKey.key, api_secret: 'set', recordings_url },
      }),
      secret: () => doubleKey.secret,
      now: new Date(),
      fetch,
      signal: AbortSignal.timeout(10_000),
    })
    const room = { session_id: newId('wbs'), title: 'Colour', join_url: null, recorded: true }
    await livekit.prepare(room, '', livekitOf(null))
    await livekit.prepare(room, '', livekitOf(null))
    await livekit.prepare({ ...room, session_id: newId('wbs'), recorded: false }, '', livekitOf(null))
    expect([server.made, server.recorded]).toEqual([2, 1])
    server.publish(room.session_id, 'out/a b.mp4', 's3://bucket/out/a b.mp4', 60)
    const findRecording = (storage: string | null) => livekit.recordings(room, livekitOf(storage))
    expect(plainRecording(await findRecording(null))).toBeNull()
    expect(plainRecording(await findRecording('https://video.example/kept'))).toEqual({
      url: 'https://video.example/kept/a%20b.mp4',
      duration_seconds: 60,
    })
  } finally {
    await server.stop()
  }
})

test.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [6, 60],
  [100, 60],
])('after %d looks for a recording the next one is about %d minutes away', (looks, minutes) => {
  expect(pauseAfterLook(looks, 0)).toBe(minutes * 45_000)
  expect(pauseAfterLook(looks, 1)).toBe(minutes * 75_000)
})
