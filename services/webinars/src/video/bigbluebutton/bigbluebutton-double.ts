// A double of the HTTP of BigBlueButton, as far as the provider uses it, written from the public API reference
// (docs.bigbluebutton.org/development/api) and the published scripts that make its callbacks. The real service was never
// called.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import jwt from 'jsonwebtoken'

interface Meeting {
  parameters: URLSearchParams
  people: { userID: string; fullName: string; role: string }[]
}

/** A request as the double sends it. */
export interface Sent {
  method: 'GET' | 'POST'
  query: string
  headers: Record<string, string>
  body: string
}

export const doubleSecret = '8cd8ef52e8e101574e400365b55e11a6'

export async function startBigBlueButtonDouble() {
  const running = new Map<string, Meeting>()
  const recordings = new Map<string, { url: string; seconds: number }[]>()
  const double = {
    url: '',
    /** How often a meeting was made. */
    made: 0,
    calls: [] as string[],
    /** The next call is carried out, and its answer lost. */
    loseAnswer: false,
    isRunning: (id: string) => running.has(id),
    /** The place of the callbacks of a meeting. */
    callbackUrl: (id: string) => running.get(id)!.parameters.get('meta_endCallbackUrl')!,
    /** Whoever follows a link to a meeting is in it; the answer says as whom. */
    follow(href: string): Meeting['people'][number] | null {
      const apiCall = asking(new URL(href))
      const meeting = running.get(apiCall.parameters.get('meetingID') ?? '')
      if (!apiCall.isSigned || apiCall.call !== 'join' || !meeting) return null
      const [userID, fullName, role] = ['userID', 'fullName', 'role'].map(
        name => apiCall.parameters.get(name)!,
      )
      const person = { userID: userID!, fullName: fullName!, role: role! }
      meeting.people.push(person)
      return person
    },
    leave(id: string, user: string): void {
      const meeting = running.get(id)!
      meeting.people = meeting.people.filter(({ userID }) => userID !== user)
    },
    /** The server has lost a meeting. */
    lose: (id: string) => void running.delete(id),
    publish(id: string, url: string, seconds: number): void {
      recordings.set(id, [...(recordings.get(id) ?? []), { url, seconds }])
    },
    ended: (id: string): Sent => ({
      method: 'GET',
      query: new URLSearchParams({ meetingID: id, recordingmarks: 'false' }).toString(),
      headers: {},
      body: '',
    }),
    recordingReady(id: string, secret = doubleSecret): Sent {
      const token = jwt.sign({ meeting_id: id, record_id: `${id}-1` }, secret, {
        algorithm: 'HS256',
        noTimestamp: true,
      })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return {
        method: 'POST',
        query: '',
        headers,
        body: new URLSearchParams({ signed_parameters: token }).toString(),
      }
    },
    /** The analytics of a meeting: whoever has no last leave stayed until the end. */
    analytics(
      id: string,
      { attendees, finish }: { attendees: { user: string; joins: Date[]; leaves: Date[] }[]; finish: Date },
      secret = doubleSecret,
    ): Sent {
      const token = jwt.sign({ exp: Math.floor(finish.getTime() / 1000) + 86_400 }, secret, {
        algorithm: 'HS512',
      })
      const body = JSON.stringify({
        version: '1.0',
        meeting_id: id,
        internal_meeting_id: `${id}-1`,
        data: {
          metadata: {},
          duration: 3600,
          start: finish,
          finish,
          attendees: attendees.map(({ user, joins, leaves }) => ({
            ext_user_id: user,
            name: 'Ann',
            moderator: false,
            duration: 1,
            joins,
            leaves,
            engagement: { chats: 0 },
          })),
          files: [],
          polls: [],
        },
      })
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      return { method: 'POST', query: '', headers, body }
    },
    stop: () => new Promise<void>(resolve => void server.close(() => resolve())),
  }

  function asking(url: URL) {
    const call = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
    const [query, checksum] = url.search.slice(1).split('&checksum=')
    const right = createHash('sha256').update(`${call}${query}${doubleSecret}`).digest('hex')
    return { call, parameters: new URLSearchParams(query), isSigned: checksum === right }
  }

  const answers: Record<string, (parameters: URLSearchParams, id: string) => string> = {
    create(parameters, id) {
      const before = running.get(id)
      const isSame =
        before?.parameters.get('attendeePW') === parameters.get('attendeePW') &&
        before?.parameters.get('moderatorPW') === parameters.get('moderatorPW')
      if (before && !isSame) return failed('idNotUnique')
      if (!before) {
        double.made++
        running.set(id, { parameters, people: [] })
      }
      return success(
        `<meetingID>${id}</meetingID><messageKey>${before ? 'duplicateWarning' : ''}</messageKey>`,
      )
    },
    end: (_, id) =>
      running.delete(id) ? success('<messageKey>sentEndMeetingRequest</messageKey>') : failed('notFound'),
    getMeetingInfo(_, id) {
      const people = running.get(id)?.people
      if (!people) return failed('notFound')
      const attendees = people.map(
        ({ userID, fullName, role }) =>
          `<attendee><userID>${userID}</userID><fullName><![CDATA[${fullName}]]></fullName><role>${role}</role></attendee>`,
      )
      return success(`<meetingID>${id}</meetingID><attendees>${attendees.join('')}</attendees>`)
    },
    getRecordings(_, id) {
      const elements = (recordings.get(id) ?? []).map(
        (
          { url, seconds },
          index,
        ) => `<recording><recordID>${id}-${index}</recordID><meetingID>${id}</meetingID>
          <published>true</published><state>published</state><startTime>1530718721124</startTime>
          <endTime>${1530718721124 + seconds * 1000}</endTime><playback>
          <format><type>presentation</type><url>https://bbb.example/presentation</url><length>0</length></format>
          <format><type>video</type><url>${url.replaceAll('&', '&amp;')}</url><length>0</length></format>
          </playback></recording>`,
      )
      return success(`<recordings>${elements.join('')}</recordings>`)
    },
  }

  const server = createServer((request, response) => {
    const apiCall = asking(new URL(request.url!, 'http://double'))
    double.calls.push(`${apiCall.call} ${apiCall.parameters.get('meetingID')}`)
    const act = answers[apiCall.call]
    const text =
      apiCall.isSigned && act
        ? act(apiCall.parameters, apiCall.parameters.get('meetingID')!)
        : failed('checksumError')
    if (double.loseAnswer) {
      double.loseAnswer = false
      response.destroy()
      return
    }
    response.writeHead(200, { 'content-type': 'text/xml;charset=utf-8' })
    response.end(text)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bigbluebutton/`
  return double
}
export type BigBlueButtonDouble = Awaited<ReturnType<typeof startBigBlueButtonDouble>>

const success = (inside: string) => `<response><returncode>SUCCESS</returncode>${inside}</response>`
const failed = (key: string) =>
  `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey><message>No.</message></response>`
