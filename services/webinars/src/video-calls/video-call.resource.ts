// A callback has the address of its session, or that of all sessions at one service.
import { Refused } from '@lms/contract'
import { enqueue, missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { readToken } from '../links/entry-token.ts'
import { finish } from '../sessions/launch.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import {
  ForgedCallback,
  type VideoCallback,
  type VideoKeys,
  type VideoNotice,
  type VideoProvider,
  videoKinds,
} from '../video/provider/provider.ts'
import { videoProviders } from '../video/providers.ts'
import { lookForRecording } from '../video/room.task.ts'
import { takeStays } from './call-presence.ts'
import { callbackRefusals, videoCallbacks } from './callback.contract.ts'
import { openKeys, sealedKeys, videoSettings } from './context.ts'
import { lookForRecordingCall } from './recording.run.ts'
import { closeVideoCall, lookIntoVideoCall, prepareVideoCall, prepareVideoLateCall } from './room-calls.ts'

const callbackHandlers = builder.implement(videoCallbacks, {
  take: async ({ body, ...ctx }, stores) => {
    const { work, runtime } = ctx
    const { provider, session_id } = await sourceOf(body.token, ctx, stores)
    const keys = openKeys(await sealedKeys(work, stores), { school: work.school, ...runtime })
    const callback = {
      session_id,
      headers: body.headers,
      query: body.query,
      body: Buffer.from(body.body, 'base64'),
    }
    for (const notice of await noticesOf(provider, callback, keys)) {
      const session = await stores.sessions.find(notice.session_id)
      if (session?.video === provider.kind) await take(notice, session, ctx, stores)
    }
    return { taken: true as const }
  },
})

/** Who reports, by the address; refuses with not_found. */
async function sourceOf(
  token: string,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { sessions }: Stores,
): Promise<{ provider: VideoProvider; session_id: string | null }> {
  const kind = videoKinds.find(each => each === token && each !== 'link')
  if (kind) return { provider: videoProviders[kind], session_id: null }
  const id = readToken(runtime.vault, work.school, token, { prefix: 'wbs', use: 'callback' })
  const session = id && (await sessions.find(id))
  return session ? { provider: videoProviders[session.video], session_id: session.id } : missing()
}

async function noticesOf(
  provider: VideoProvider,
  callback: VideoCallback,
  keys: VideoKeys,
): Promise<readonly VideoNotice[]> {
  try {
    return await provider.callback(callback, keys)
  } catch (error) {
    if (error instanceof ForgedCallback) throw new Refused(callbackRefusals.callback_forged)
    throw error
  }
}

async function take(notice: VideoNotice, session: SessionRow, ctx: Work, stores: Stores): Promise<void> {
  const { id: session_id, video: kind } = session
  switch (notice.of) {
    case 'stays':
      return takeStays(session, notice.stays, ctx, stores)
    case 'recorded':
      enqueue(ctx.work, lookForRecording, { session_id, kind }, { key: session_id })
      return
    case 'ended': {
      const locked = await stores.sessions.lockAnyVersion(session_id)
      if (locked.status === 'live') await finish(locked, ctx, stores)
    }
  }
}

export const videoCallResource = builder.resource({
  handlers: [callbackHandlers],
  tasks: [prepareVideoCall, prepareVideoLateCall, closeVideoCall, lookIntoVideoCall, lookForRecordingCall],
  settings: videoSettings,
})
