// The suite that every service of video passes: `conformance(provider, …)` in `providers.spec.ts`. It asks the world of the
// provider for what people do there, and checks what the service relies on.
import { newId } from '@lms/contract'
import { guardedFetch } from '@lms/service-host/outside'
import { WebinarsSettings } from '../../settings/webinars-settings.ts'
import {
  ForgedCallback,
  type Participant,
  type VideoCallback,
  type VideoContext,
  type VideoProvider,
  type VideoRoom,
} from '../provider/provider.ts'
import { plainRecording } from '../providers.ts'

export interface VideoWorld {
  /** The section of a school that uses it, and one that has not set it up; null if nothing is needed. */
  readonly settings: object
  readonly secrets: Readonly<Record<string, string>>
  /** Of a service with rooms of its own; null for a link. */
  readonly rooms: {
    /** How often a room was made. */
    readonly countCreated: () => number
    /** Who is in the room after following a link, and whether they lead it; null if it leads nowhere. */
    readonly follow: (
      link: string,
    ) => Promise<{ user_id: string | null; name: string; leads: boolean } | null>
    readonly isOpen: (id: string) => boolean
    /** A recording can be watched. */
    readonly publish: (id: string, url: string, seconds: number) => void
    /** The next call is carried out, and its answer is lost. */
    readonly loseAnswer: () => void
    /** Genuine callbacks: that a room has ended, that its recording may be there, that a person stayed. */
    readonly ended: (id: string) => Promise<VideoCallback>
    readonly recorded: (id: string) => Promise<VideoCallback>
    readonly stayed: (id: string, stay: { user_id: string; from: Date; till: Date }) => Promise<VideoCallback>
    /** Callbacks that somebody else has made. */
    readonly forged: (id: string) => Promise<readonly VideoCallback[]>
  } | null
}

/** Declares the tests. `start` begins before all of them, `stop` ends after. */
export function conformance(
  provider: VideoProvider,
  start: () => Promise<VideoWorld>,
  stop: () => Promise<void> = async () => {},
): void {
  let world: VideoWorld
  const isOpen = { allowHttp: true, allowLoopback: true, allowPrivate: true }
  const context = (): VideoContext => ({
    settings: WebinarsSettings.parse(world.settings),
    secret: path => world.secrets[path] ?? null,
    now: new Date(),
    fetch: guardedFetch({ policy: isOpen, resolver: { resolve: async () => [] } }),
    signal: AbortSignal.timeout(10_000),
  })
  const newRoom = (): VideoRoom => ({
    session_id: newId('wbs'),
    title: 'Colour & <light>',
    join_url: 'https://meet.example/colour',
    recorded: true,
  })
  const callbackUrl = 'https://school.example/hooks/video/token'
  const prepare = (room: VideoRoom) => provider.prepare(room, callbackUrl, context())
  const ann = { user_id: newId('usr'), name: 'Ann & Co', leads: false }
  const follow = async (room: VideoRoom, participant: Participant) =>
    world.rooms!.follow((await provider.joinLink(room, participant, context()))!)
  const read = (callback: VideoCallback) => provider.callback(callback, context())

  describe(`video by ${provider.kind}`, () => {
    beforeAll(async () => {
      world = await start()
    })
    afterAll(() => stop())

    test('is set up with its settings, and only with all of them', () => {
      expect(provider.isConfigured(WebinarsSettings.parse(world.settings))).toBe(true)
      expect(provider.isConfigured(WebinarsSettings.parse({}))).toBe(world.rooms === null)
    })

    test('a room that is made twice is one room, also where the first answer was lost', async () => {
      const [room, other] = [newRoom(), newRoom()]
      const before = world.rooms?.countCreated() ?? 0
      await prepare(room)
      await prepare(room)
      world.rooms?.loseAnswer()
      if (world.rooms) await expect(prepare(other)).rejects.toThrow()
      await prepare(other)
      expect((world.rooms?.countCreated() ?? 0) - before).toBe(world.rooms ? 2 : 0)
    })

    test('a personal link leads into the room as this person, and the host leads it', async () => {
      const room = newRoom()
      await prepare(room)
      if (!world.rooms) return expect(await provider.joinLink(room, ann, context())).toBe(room.join_url)
      expect(await follow(room, ann)).toEqual(ann)
      const clara = { user_id: newId('usr'), name: 'Clara', leads: true }
      expect(await follow(room, clara)).toEqual(clara)
      expect(await follow(room, { user_id: null, name: 'Clara', leads: true })).toEqual({
        user_id: null,
        name: 'Clara',
        leads: true,
      })
      const link = await provider.joinLink(room, ann, context())
      const forged = `${link!.slice(0, -5)}${link!.at(-5) === 'a' ? 'b' : 'a'}${link!.slice(-4)}`
      expect(await world.rooms.follow(forged)).toBeNull()
      for (const secret of Object.values(world.secrets)) expect(link).not.toContain(secret)
    })

    test('the video plays in the room, where its entries lead', async () => {
      const room = { ...newRoom(), join_url: 'https://vimeo.com/76979871' }
      const film = provider.film(room, context().settings)!
      const link = world.rooms ? await provider.joinLink(room, ann, context()) : film.url
      expect(new URL(link!).origin).toBe(film.origin)
      expect(film.shows).toBe(world.rooms ? 'entry' : 'player')
    })

    test('who is in the room is known by id', async () => {
      const room = newRoom()
      await prepare(room)
      expect(await provider.attendance(room, context())).toEqual([])
      if (!world.rooms) return
      await follow(room, ann)
      expect(await provider.attendance(room, context())).toEqual([ann.user_id])
    })

    test('a room is ended for all, and ending it again does nothing', async () => {
      const room = newRoom()
      await prepare(room)
      await provider.close(room, context())
      await provider.close(room, context())
      expect(world.rooms?.isOpen(room.session_id) ?? false).toBe(false)
    })

    test('there is no recording until it can be watched', async () => {
      const room = newRoom()
      await prepare(room)
      expect(await provider.recordings(room, context())).toBeNull()
      if (!world.rooms) return
      const url = 'https://video.example/colour?a=1&b=2'
      world.rooms.publish(room.session_id, url, 3605)
      expect(plainRecording(await provider.recordings(room, context()))).toEqual({
        url,
        duration_seconds: 3605,
      })
      expect(await provider.recordings(newRoom(), context())).toBeNull()
    })

    test('genuine callbacks say what has happened, and of which session', async () => {
      if (!world.rooms) return
      const room = newRoom()
      await prepare(room)
      const { session_id } = room
      const stay = {
        user_id: ann.user_id,
        from: new Date('2027-01-15T18:00:10Z'),
        till: new Date('2027-01-15T18:10:00Z'),
      }
      expect(await read(await world.rooms.ended(session_id))).toEqual([{ of: 'ended', session_id }])
      expect(await read(await world.rooms.recorded(session_id))).toEqual([{ of: 'recorded', session_id }])
      expect(await read(await world.rooms.stayed(session_id, stay))).toEqual([
        { of: 'stays', session_id, stays: [stay] },
      ])
    })

    test('forged callbacks are refused', async () => {
      if (!world.rooms) return
      for (const forged of await world.rooms.forged(newRoom().session_id))
        await expect(read(forged)).rejects.toBeInstanceOf(ForgedCallback)
    })

    test('without an answer a call throws, and says no secret', async () => {
      if (!world.rooms) return
      for (const call of [prepare, (room: VideoRoom) => provider.attendance(room, context())]) {
        world.rooms.loseAnswer()
        const thrown = await Promise.resolve(call(newRoom())).catch(error => error)
        expect(thrown).toMatchObject({ stack: expect.any(String) })
        for (const secret of Object.values(world.secrets)) expect(thrown.stack).not.toContain(secret)
      }
    })
  })
}
