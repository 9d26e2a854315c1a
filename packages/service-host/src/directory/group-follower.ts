// Brings a service's copy of the people of groups up to date before it answers a curator. The copy is therefore never older
// than a few seconds, with or without the bus, and no message can be lost.
import { type BodyOf, type ClientOf, common, groupPeople, Refused, type ReturnsOf } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import { textArray } from '../database/statements.ts'
import { inUnitOfWork } from '../work/in-unit-of-work.ts'
import type { SchoolRuntime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

/** Milliseconds for which a reading is used. */
const freshMs = 5000
/** Milliseconds that a request waits for the first reading of a large school. The next request continues the reading. */
const patienceMs = 3000

type Page = ReturnsOf<typeof groupPeople.changed>

/** Snapshots at the beginning of the last complete reading (`since`) and of the present one (`pass`), and its place. */
interface Progress {
  since: string | null
  pass: string | null
  after: string | null
}

export class GroupFollower {
  readonly #runtime: SchoolRuntime
  readonly #read = new LRUCache<string, { begun: number; done: Promise<void> }>({ max: 10_000 })

  constructor(runtime: SchoolRuntime) {
    this.#runtime = runtime
  }

  /** Resolves when the copy is up to date; refuses with unavailable while the users service is away. */
  refresh(school: string, requestId: string): Promise<void> {
    const now = this.#runtime.clock.now().getTime()
    const last = this.#read.get(school)
    if (last && Math.abs(now - last.begun) < freshMs) return last.done
    const reading = { begun: now, done: this.#follow(school, requestId) }
    this.#read.set(school, reading)
    reading.done.catch(() => {
      if (this.#read.peek(school) === reading) this.#read.delete(school)
    })
    return reading.done
  }

  async #follow(school: string, requestId: string): Promise<void> {
    const { config, sibling } = this.#runtime
    // An installation without a users service has no groups.
    if (!config.siblings.users) return
    const users = sibling('users', { groupPeople }, { school, requestId }).groupPeople
    const until = performance.now() + patienceMs
    while (!(await this.#takePage(users, school, requestId)))
      if (performance.now() > until)
        throw new Refused(
          common.unavailable,
          'The people of the groups are still being read. Repeat the request after Retry-After seconds.',
        )
  }

  /** Reads a page and stores it; true after the last one. */
  async #takePage(
    users: ClientOf<{ groupPeople: typeof groupPeople }>['groupPeople'],
    school: string,
    requestId: string,
  ): Promise<boolean> {
    const asked = await this.#inSchool(school, requestId, progressOf)
    const { since, after } = asked
    const page = await users.changed({ body: { since, after } as BodyOf<typeof groupPeople.changed> })
    if (page.changes.length === 0 && since !== null && after === null && !page.lost) return true
    return this.#inSchool(school, requestId, work => keep(page, asked, work))
  }

  async #inSchool<T>(school: string, requestId: string, act: (work: UnitOfWork) => Promise<T>): Promise<T> {
    const { database, clock } = this.#runtime
    const origin = { requestId, clientRequestId: null, causeId: null, caller: null, now: clock.now() }
    const scope = { database: database.of(school), school, origin }
    const { result } = await inUnitOfWork(this.#runtime, scope, async ({ work }) => ({
      result: await act(work),
      answer: null,
    }))
    return result
  }
}

async function progressOf(work: UnitOfWork): Promise<Progress> {
  const { rows } = await work.read(
    `select since, pass, after from "${work.schema}".group_people_progress where school_id = $1`,
    [work.school],
  )
  const [since = null, pass = null, after = null] = rows[0] ?? []
  return { since, pass, after }
}

/** Stores a page, unless another process has continued the reading meanwhile; true for the last one. */
async function keep(page: Page, asked: Progress, work: UnitOfWork): Promise<boolean> {
  await work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`group people of ${work.school}`])
  const present = await progressOf(work)
  if (present.since !== asked.since || present.pass !== asked.pass || present.after !== asked.after)
    return false
  if (page.lost) {
    note({ since: null, pass: null, after: null }, work)
    return false
  }
  const table = `"${work.schema}".group_people`
  if (asked.since === null && asked.after === null)
    work.write(`delete from ${table} where school_id = $1`, [work.school])
  const columnsOf = (there: boolean) => {
    const people = page.changes.filter(({ present }) => present === there)
    return [
      work.school,
      ...(['group_id', 'role', 'user_id'] as const).map(name => textArray(people.map(row => row[name]))),
    ]
  }
  work.write(
    `insert into ${table} (school_id, group_id, role, user_id)
     select $1, * from unnest($2::text[], $3::text[], $4::text[]) on conflict do nothing`,
    columnsOf(true),
  )
  work.write(
    `delete from ${table} p using unnest($2::text[], $3::text[], $4::text[]) gone (group_id, role, user_id)
     where p.school_id = $1 and p.group_id = gone.group_id and p.role = gone.role and p.user_id = gone.user_id`,
    columnsOf(false),
  )
  // The next reading sees changes during this one, because it starts from the snapshot of the first page.
  const pass = asked.pass ?? page.snapshot
  note(
    page.next === null
      ? { since: pass, pass: null, after: null }
      : { since: asked.since, pass, after: page.next },
    work,
  )
  return page.next === null
}

const note = ({ since, pass, after }: Progress, work: UnitOfWork) =>
  work.write(
    `insert into "${work.schema}".group_people_progress (school_id, since, pass, after) values ($1, $2, $3, $4)
     on conflict (school_id) do update set since = excluded.since, pass = excluded.pass, after = excluded.after`,
    [work.school, since, pass, after],
  )
