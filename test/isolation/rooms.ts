// The rooms of webinars and their pages for visitors: an entry is a credential without a school in it, so another school's
// must lead nowhere, whatever is done with it.
import { get } from 'node:http'
import { eventually } from '@lms/testing'
import type { TestGateway } from '@lms/testing/gateway'
import type { Side } from './two-schools.ts'

interface LiveRoom {
  side: Side
  webinar_id: string
  session_id: string
  poll_id: string
  /** `/rooms/{token}` of a participant, and of the host. */
  entry: string
  host: string
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }

/** Registers the tests of rooms: each school has a live one. */
export function roomsOf(getSides: () => { ours: Side; theirs: Side; gateway: TestGateway }): void {
  let rooms: [ours: LiveRoom, theirs: LiveRoom]
  const call = (method: string, path: string, side: Side, body = '') =>
    getSides().gateway.call(method, path, { host: side.at.host, headers: formHeaders, ...(body && { body }) })

  async function liveRoom(side: Side): Promise<LiveRoom> {
    const { done } = side.api
    const { id: webinar_id } = await done('webinars.create', { body: { title: 'Colour' } })
    const starts = { webinar_id, starts_at: '2030-01-15T18:00:00Z', join_url: 'https://meet.example/a' }
    const { id: session_id, host_path } = await done('webinarSessions.create', { body: starts })
    const body = { session_id, email: `entered@${side.at.host}` }
    const { entry_path } = await done('webinarRegistrations.create', { body })
    const options = ['Daily', 'Weekly']
    const poll = { key: 'often', kind: 'poll', status: 'visible', title: 'How often?', options }
    const path = { id: session_id }
    const { id: poll_id } = await done('roomBlocks.put', { path, body: poll })
    await done('webinarSessions.start', { path })
    return { side, webinar_id, session_id, poll_id, entry: entry_path, host: host_path }
  }
  beforeAll(async () => {
    const { ours, theirs } = getSides()
    rooms = [await liveRoom(ours), await liveRoom(theirs)]
  })
  const bothWays = () => [rooms, rooms.toReversed() as [LiveRoom, LiveRoom]] as const

  /** What a room has taken: its messages, answers and registrations. */
  async function takenBy({ side, session_id }: LiveRoom) {
    const query = `?session_id=${session_id}`
    return {
      messages: (await side.api.done('webinarMessages.list', { query })).data.length,
      answers: (await side.api.done('roomBlocks.list', { path: { id: session_id } })).data[0].results,
      registrations: (await side.api.done('webinarRegistrations.list', { query })).data.length,
    }
  }

  test('an entry leads into the room of its own school alone, and does nothing elsewhere', async () => {
    for (const [mine, other] of bothWays()) {
      const before = await takenBy(other)
      const at = (name: string) => other.entry.replace('rooms', name)
      expect((await call('GET', other.entry, other.side)).status).toBe(200)
      for (const [method, path, body] of [
        ['GET', other.entry, ''],
        ['GET', `${other.entry}?video`, ''],
        ['GET', other.host, ''],
        ['POST', other.entry, 'text=Hello'],
        ['POST', other.entry, `block_id=${other.poll_id}&choice=0`],
        ['POST', at('room-beats'), ''],
        ['POST', at('room-beats'), 'position=0'],
        ['GET', at('room-streams'), ''],
        ['GET', `${at('room-streams')}?after=0`, ''],
        ['GET', `/webinars/${other.webinar_id}`, ''],
        ['POST', `/hooks/video/${other.session_id}.forged`, ''],
      ] as const) {
        const { status } = await call(method, path, mine.side, body)
        expect([method, path, status]).toEqual([method, path, 404])
      }
      expect(await takenBy(other)).toEqual(before)
    }
  })

  test('in a room nothing of another school can be answered, and nobody registers there by its form', async () => {
    for (const [mine, other] of bothWays()) {
      const before = await takenBy(other)
      const answered = await call('POST', mine.entry, mine.side, `block_id=${other.poll_id}&choice=0`)
      expect(answered.body).toContain('Your answer was not taken.')
      const path = `/webinars/${mine.webinar_id}`
      const key = /name="key" value="([^"]*)"/.exec((await call('GET', path, mine.side)).body)![1]!
      const form = (session_id: string) =>
        new URLSearchParams({ key, session_id, email: `late@${mine.side.at.host}` }).toString()
      // The page is read for as long as people need.
      const registered = await eventually('the form to be taken', async () => {
        const { body } = await call('POST', path, mine.side, form(other.session_id))
        return body.includes('faster than people are') ? null : body
      })
      expect(registered).toContain('This session no longer exists.')
      const key_of_other = await call(
        'POST',
        `/webinars/${other.webinar_id}`,
        other.side,
        form(other.session_id),
      )
      expect(key_of_other.status).toBe(400)
      expect(await takenBy(other)).toEqual(before)
    }
  })

  test('a stream tells what happens in its own room alone', async () => {
    const heard = await Promise.all(rooms.map(listen))
    for (const { side, session_id } of rooms)
      for (const text of [`First of ${side.at.schoolId}`, `Last of ${side.at.schoolId}`])
        await side.api.done('webinarMessages.create', { body: { session_id, text, author_name: 'Clara' } })
    for (const [index, { side }] of rooms.entries()) {
      await eventually('the last message', () => heard[index]!.text.includes(`Last of ${side.at.schoolId}`))
      expect(heard[index]!.text).toContain(`First of ${side.at.schoolId}`)
    }
    for (const [index, { side }] of rooms.toReversed().entries())
      expect(heard[index]!.text).not.toContain(side.at.schoolId)
    for (const { close } of heard) close()
  })

  /** Listens to the room of an entry, once the gateway takes listeners. */
  async function listen({ side, entry }: LiveRoom): Promise<{ text: string; close: () => void }> {
    const heard = { text: '', close: () => {} }
    const { port } = getSides().gateway.running
    const path = entry.replace('rooms', 'room-streams')
    await eventually('the stream', async () => {
      const request = get({ port, path, headers: { host: side.at.host } })
      heard.close = () => void request.destroy()
      return new Promise<boolean>(resolve => {
        request.on('error', () => {})
        request.on('response', answer => {
          answer.on('error', () => {})
          answer.on('data', piece => (heard.text += piece))
          if (answer.statusCode !== 200) request.destroy()
          resolve(answer.statusCode === 200)
        })
      })
    })
    await eventually('its beginning', () => heard.text.includes('retry: '))
    return heard
  }
}
