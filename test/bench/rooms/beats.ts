// Heartbeats of ten thousand viewers of one session, one each every fifteen seconds, beside a bare server that writes the
// same rows. The gateway is left out on both sides: it passes a form on, as it does everywhere.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Id, newId } from '@lms/contract'
import { roleOf, roleUrl, Vault } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { tokenOf } from '../../../services/webinars/src/links/entry-token.ts'
import { type AreaRig, type Request, startArea } from '../area.ts'
import { interleave } from '../load.ts'
import { printTable } from '../webhooks/table.ts'
import type { BareBeatsTask } from './bare-beats.ts'

const viewers = 10_000
const perSecond = 667
const main = new URL('../../../services/webinars/src/main.ts', import.meta.url)

export async function beatsSection({ rounds, seconds }: { rounds: number; seconds: number }) {
  const rig = await startArea([usersService, siteService, webinarsService], main, { rounds, seconds })
  const child = fork('test/bench/rooms/bare-beats.ts', { execArgv: ['--no-warnings'] })
  try {
    const { school, session_id, people } = await room(rig)
    const database = roleUrl(
      rig.system.ownerUrl,
      roleOf('webinars'),
      new Vault(rig.system.installation.secretKeys),
    )
    const { vault } = rig.system.services.webinars!.runtime
    child.send({ database, school, session_id } satisfies BareBeatsTask)
    const [port] = await once(child, 'message')
    const beats = people.map(
      ({ id }): Request => ({
        by: { kind: 'gateway', school },
        method: 'POST',
        path: '/internal/rooms/beat',
        body: { token: tokenOf(vault, school, id, 'entry'), position_seconds: null },
      }),
    )
    const bare = {
      name: 'bare',
      origin: `http://127.0.0.1:${port}`,
      pids: { floor: child.pid!, postgres: rig.pids.postgres },
      shot: (n: number) => ({ method: 'POST', path: `/${people[n % viewers]!.user_id}`, body: '{}' }),
      expect: 200,
      perSecond,
    }
    const ours = { ...rig.target('service', beats, 200), perSecond }
    const [floor, service] = await interleave([bare, ours], rounds, seconds)
    const ratio = service!.cpuMs / floor!.cpuMs
    printTable(
      `${viewers} viewers, ${perSecond} beats a second: CPU ms a beat, ratio ${ratio.toFixed(2)}`,
      ['', 'in all', 'Postgres', 'beats/s', 'p99 ms'],
      [floor!, service!].map(each => [
        each.name,
        each.cpuMs,
        each.parts.postgres!,
        each.requestsPerSecond,
        each.p99,
      ]),
    )
    return { bareMs: floor!.cpuMs, serviceMs: service!.cpuMs, ratio, p99: service!.p99 }
  } finally {
    child.disconnect()
    await rig.stop()
  }
}

/** A live session with its viewers: one is registered, the others are copies of that row. */
async function room({ system }: AreaRig) {
  const caller = system.caller()
  const api = system.client('webinars', webinarsContract.resources, caller)
  const messages = { confirmations: false, reminder_minutes: [], changes: false }
  const { id: webinar_id } = await api.webinars.create({ body: { title: 'Colour', messages } })
  const body = { webinar_id, starts_at: '2030-01-15T18:00:00.000+01:00' }
  const { id: session_id } = await api.webinarSessions.create({ body })
  await api.webinarRegistrations.create({ body: { session_id, email: 'viewer@school.example' } })
  await api.webinarSessions.start({ path: { id: session_id } })
  const people: { id: Id<'wbr'>; user_id: Id<'usr'> }[] = Array.from({ length: viewers }, () => ({
    id: newId('wbr'),
    user_id: newId('usr'),
  }))
  await asOwner(system.ownerUrl, async owner => {
    const { rows } = await owner.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'webinars' and table_name = 'registrations' and column_name not in ('id', 'user_id')`,
    )
    const columns = rows.map(({ name }) => `"${name}"`).join(', ')
    const { rowCount } = await owner.query(
      `insert into webinars.registrations (id, user_id, ${columns})
       select n.id, n.user_id, ${columns} from webinars.registrations, unnest($1::text[], $2::text[]) n (id, user_id)
       where session_id = $3`,
      [people.map(({ id }) => id), people.map(({ user_id }) => user_id), session_id],
    )
    if (rowCount !== viewers) throw new Error(`${rowCount} registrations were made.`)
    await owner.query('analyze webinars.registrations')
  })
  return { school: caller.school, session_id, people }
}
