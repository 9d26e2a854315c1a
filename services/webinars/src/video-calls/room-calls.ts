// The room of a session at a service of video: made when the session begins, looked into while it is live, ended with it.
import { enqueue, type TaskFailed } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { tokenOf } from '../links/entry-token.ts'
import { schoolOf } from '../links/school.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { VideoKind } from '../video/provider/provider.ts'
import { videoProviders } from '../video/providers.ts'
import {
  closeVideo,
  lookEvery,
  lookIntoVideo,
  maxLooks,
  prepareVideo,
  prepareVideoLate,
} from '../video/room.task.ts'
import { takeStays } from './call-presence.ts'
import { contextOf, roomOf, sealedKeys } from './context.ts'

/** Whether a session is live, and still with this service. */
const isAt = (session: SessionRow | null, kind: VideoKind): session is SessionRow =>
  session?.status === 'live' && session.video === kind

/** A task that makes the room. */
const making = (
  task: typeof prepareVideo,
  failed: { failed?: TaskFailed<typeof prepareVideo, Stores> } = {},
) =>
  builder.externalCall(task, {
    prepare: async ({ payload: { session_id, kind }, ...ctx }, stores) => {
      const session = await stores.sessions.find(session_id)
      if (!isAt(session, kind)) return null
      const [room, keys, school] = await Promise.all([
        roomOf(session, stores),
        sealedKeys(ctx.work, stores),
        schoolOf(ctx),
      ])
      const token = tokenOf(ctx.runtime.vault, ctx.work.school, session.id, 'callback')
      return { kind, room, keys, callbackUrl: `${school.url}/hooks/video/${token}` }
    },
    call: async (request, outside) => {
      if (!request) return
      const { kind, room, keys, callbackUrl } = request
      await videoProviders[kind].prepare(room, callbackUrl, contextOf(keys, outside))
    },
    finish: async ({ payload, work, runtime }, { roomEvents, sessions }) => {
      const { session_id, kind } = payload
      const storedSession = await sessions.find(session_id)
      if (!storedSession) return
      const session = await sessions.lockAnyVersion(session_id)
      // It ended, or went elsewhere, while its room was made.
      if (!isAt(session, kind)) {
        enqueue(work, closeVideo, payload, { key: `${session_id} ${kind}` })
        return
      }
      if (session.video_status !== 'open') {
        sessions.save(session, { video_status: 'open' })
        roomEvents.tell(session, 'state', '', { runtime })
      }
      enqueue(work, lookIntoVideo, payload, { key: session_id, at: nextLook(work.origin.now) })
    },
    ...failed,
  })

export const prepareVideoCall = making(prepareVideo, {
  failed: async ({ payload, work, runtime }, { roomEvents, sessions }) => {
    const { session_id, kind } = payload
    if (!isAt(await sessions.find(session_id), kind)) return
    const session = await sessions.lockAnyVersion(session_id)
    sessions.save(session, { video_status: 'failed' })
    roomEvents.tell(session, 'state', '', { runtime })
    enqueue(work, prepareVideoLate, payload, { key: session_id })
  },
})

export const prepareVideoLateCall = making(prepareVideoLate)

export const closeVideoCall = builder.externalCall(closeVideo, {
  prepare: async ({ payload: { session_id, kind }, work }, stores) => {
    const session = await stores.sessions.find(session_id)
    // It came back.
    if (!session || isAt(session, kind)) return null
    const [room, keys] = await Promise.all([roomOf(session, stores), sealedKeys(work, stores)])
    return { kind, room, keys }
  },
  call: async (request, outside) => {
    if (request) await videoProviders[request.kind].close(request.room, contextOf(request.keys, outside))
  },
  finish: async () => undefined,
})

export const lookIntoVideoCall = builder.externalCall(lookIntoVideo, {
  prepare: async ({ payload: { session_id, kind }, work }, stores) => {
    const session = await stores.sessions.find(session_id)
    if (!isAt(session, kind)) return null
    const [room, keys] = await Promise.all([roomOf(session, stores), sealedKeys(work, stores)])
    return { kind, room, keys }
  },
  call: async (request, outside) => {
    if (!request) return 'over' as const
    return videoProviders[request.kind].attendance(request.room, contextOf(request.keys, outside))
  },
  finish: async ({ payload, state, outcome, ...ctx }, stores) => {
    const session = await stores.sessions.find(payload.session_id)
    const looks = (state?.looks ?? 0) + 1
    if (outcome === 'over' || !isAt(session, payload.kind) || looks >= maxLooks) return
    if (outcome === null) {
      // The other side has lost it, and whoever comes would find nothing.
      enqueue(ctx.work, prepareVideo, payload, { key: session.id })
      return
    }
    const { now } = ctx.work.origin
    await takeStays(
      session,
      outcome.map(user_id => ({ user_id, from: now, till: now })),
      ctx,
      stores,
    )
    return { state: { looks }, at: nextLook(now) }
  },
})

const nextLook = (now: Date) => new Date(now.getTime() + lookEvery * 1000)
