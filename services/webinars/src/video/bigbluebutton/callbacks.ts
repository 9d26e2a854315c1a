// Callbacks of BigBlueButton. That of the end is a plain GET, which only its address proves; that of a recording has
// `signed_parameters`, a JWT (HS256); the analytics that follow a meeting come with a JWT as bearer (HS512). All are signed
// with the shared secret.
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import {
  ForgedCallback,
  type Stay,
  type VideoCallback,
  type VideoKeys,
  type VideoNotice,
} from '../provider/provider.ts'
import { Analytics, attendeesIn } from './analytics.ts'

const Recorded = z.object({ meeting_id: z.string() })

export async function readCallback(
  { session_id, headers, query, body }: VideoCallback,
  { secret, now }: VideoKeys,
): Promise<VideoNotice[]> {
  const shared = secret('bigbluebutton.secret')
  // Without the address of a session nothing proves that it is BigBlueButton that asks.
  if (!session_id || !shared) throw new ForgedCallback()
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (bearer) {
    verified(bearer, { shared, algorithm: 'HS512', now })
    const analytics = Analytics.safeParse(parsed(body)).data
    if (analytics?.meeting_id !== session_id) return []
    return [{ of: 'stays', session_id, stays: staysIn(analytics.data) }]
  }
  const signed = new URLSearchParams(body.toString()).get('signed_parameters')
  if (signed) {
    const recorded = Recorded.safeParse(verified(signed, { shared, algorithm: 'HS256', now })).data
    return recorded?.meeting_id === session_id ? [{ of: 'recorded', session_id }] : []
  }
  const isEnd = body.length === 0 && new URLSearchParams(query).get('meetingID') === session_id
  return isEnd ? [{ of: 'ended', session_id }] : []
}

const staysIn = (data: Parameters<typeof attendeesIn>[0]): Stay[] =>
  attendeesIn(data).flatMap(({ id: user_id, stays }) => stays.map(stay => ({ user_id, ...stay })))

function verified(
  token: string,
  { shared, algorithm, now }: { shared: string; algorithm: 'HS256' | 'HS512'; now: Date },
): unknown {
  try {
    const clockTimestamp = Math.floor(now.getTime() / 1000)
    return jwt.verify(token, shared, { algorithms: [algorithm], clockTimestamp, clockTolerance: 60 })
  } catch {
    throw new ForgedCallback()
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
