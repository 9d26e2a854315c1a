import type { Service } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'

export interface MailedWorld {
  system: TestSystem
  mail: MailServer
  /** Milliseconds since 1970; only the test moves it on. */
  now: number
  stop(): Promise<void>
}

/** The crm, site and users, and others besides, with a mail server, under a clock of the test. */
export async function startMailedWorld(others: readonly Service[] = []): Promise<MailedWorld> {
  const clock = { now: Date.parse('2026-11-21T09:30:00Z') }
  const mail = await startMailServer()
  const system = await startSystem({
    services: [siteService, usersService, ...others, crmService],
    clock: { now: () => new Date(clock.now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
  const stop = async () => {
    await system.stop()
    await mail.close()
  }
  return Object.assign(clock, { system, mail, stop })
}

/** So many times faster than on the wall: what runs keeps its lease, also on a machine that is busy. */
const pace = 8

/** Asks while the time of the world passes: whoever finds nothing to do looks again after seconds. */
export function passing(world: MailedWorld, ask: () => Promise<boolean>): () => Promise<boolean> {
  let last = performance.now()
  return () => {
    const now = performance.now()
    world.now += Math.round(Math.min(1000, (now - last) * pace))
    last = now
    return ask()
  }
}
