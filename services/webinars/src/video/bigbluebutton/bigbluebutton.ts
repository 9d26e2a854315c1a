// BigBlueButton: a meeting with the id of the session. `create` for a meeting that is there gives that one.
import { createHmac } from 'node:crypto'
import type { ProviderRecording, VideoKeys, VideoProvider, VideoRoom } from '../provider/provider.ts'
import { type Answer, addressOf, callApi, listIn, textOf, within } from './api.ts'
import { readCallback } from './callbacks.ts'

const host = 'host'
/** Minutes for which an empty meeting stays, so that a lost network of the host does not end it. */
const emptyMinutes = '60'

export const bigbluebutton: VideoProvider = {
  kind: 'bigbluebutton',
  isConfigured: ({ bigbluebutton: { url, secret } }) => url !== null && secret !== null,

  async prepare(room, callbackUrl, context) {
    const { session_id, title, recorded } = room
    const created = await callApi(
      'create',
      {
        name: title.padEnd(2, '.'),
        meetingID: session_id,
        // The same at each repetition: with others the same id would be refused.
        attendeePW: passwordOf(room, 'viewer', context),
        moderatorPW: passwordOf(room, 'moderator', context),
        record: String(recorded),
        autoStartRecording: String(recorded),
        allowStartStopRecording: String(recorded),
        // The analytics are made of the events.
        meetingKeepEvents: 'true',
        meetingExpireIfNoUserJoinedInMinutes: emptyMinutes,
        meetingExpireWhenLastUserLeftInMinutes: emptyMinutes,
        meta_endCallbackUrl: callbackUrl,
        'meta_bbb-recording-ready-url': callbackUrl,
        'meta_analytics-callback-url': callbackUrl,
      },
      context,
    )
    if (!created) throw new Error('BigBlueButton has not made the meeting.')
  },

  joinLink: async ({ session_id }, { user_id, name, leads }, keys) =>
    addressOf(
      'join',
      {
        fullName: name || '–',
        meetingID: session_id,
        userID: user_id ?? host,
        role: leads ? 'MODERATOR' : 'VIEWER',
        redirect: 'true',
      },
      keys,
    ).href,

  film: (_, { bigbluebutton: { url } }) =>
    url === null ? null : { shows: 'entry', url, origin: new URL(url).origin },

  async close(room, context) {
    const password = passwordOf(room, 'moderator', context)
    await callApi('end', { meetingID: room.session_id, password }, context)
  },

  async recordings({ session_id }, context) {
    const answer = await callApi('getRecordings', { meetingID: session_id, state: 'published' }, context)
    const candidates = answer ? listIn(answer, 'recordings', 'recording').flatMap(recordingOf) : []
    // A meeting that was made anew has several: the longest one is the session.
    const longest = (one: ProviderRecording, other: ProviderRecording) =>
      (other.duration_seconds ?? 0) - (one.duration_seconds ?? 0)
    return candidates.toSorted(longest)[0] ?? null
  },

  async attendance({ session_id }, context) {
    const meeting = await callApi('getMeetingInfo', { meetingID: session_id }, context)
    return meeting && listIn(meeting, 'attendees', 'attendee').map(({ userID }) => textOf(userID))
  },

  callback: readCallback,
}

function passwordOf({ session_id }: VideoRoom, role: string, { secret }: VideoKeys): string {
  const key = secret('bigbluebutton.secret') ?? ''
  return createHmac('sha256', key).update(`${role} ${session_id}`).digest('base64url').slice(0, 24)
}

/** The playback of a recording: as one video where there is one. */
function recordingOf(recording: Answer): ProviderRecording[] {
  const formats = listIn({ playback: within(recording, 'playback') ?? {} }, 'playback', 'format')
  const format = ['video', 'presentation']
    .map(type => formats.find(each => textOf(each.type) === type))
    .concat(formats)
    .find(each => each !== undefined)
  if (!format) return []
  const minutes = Number(textOf(format.length))
  const fullSeconds = (Number(textOf(recording.endTime)) - Number(textOf(recording.startTime))) / 1000
  const seconds = Math.round(minutes > 0 ? minutes * 60 : fullSeconds)
  return [{ url: textOf(format.url), duration_seconds: seconds > 0 ? seconds : null }]
}
