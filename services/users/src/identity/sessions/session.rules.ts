// Sessions: pure functions.
import { formatTime, type Id } from '@lms/contract'
import type { Client } from '@lms/service-host'
import type { Session } from './session.contract.ts'

/** Milliseconds that a session is valid: 30 days. */
export const sessionLife = 30 * 24 * 3_600_000

const maxAgent = 200

interface NewSession {
  id: Id<'ses'>
  user_id: Id<'usr'>
  identity_id: Id<'idn'>
  method: Session['method']
}

/** A new session after a sign-in. */
export const newSession = (input: NewSession, { address, agent }: Client, now: string): Session => ({
  ...input,
  address: address?.slice(0, 64) ?? null,
  agent: agent?.slice(0, maxAgent).toWellFormed() ?? null,
  last_seen_at: now,
  expires_at: formatTime(new Date(Date.parse(now) + sessionLife)),
  created_at: now,
})
