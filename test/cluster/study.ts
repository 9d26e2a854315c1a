// A school in which people get access to a course, and a mail: a change of one service has effects in others.
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '@lms/testing'
import { wideLimits } from '@lms/testing/gateway'
import type { MailServer } from '@lms/testing/mail-server'
import { Broken, send, untilAcknowledged } from '../faults/requests.ts'
import type { FaultySystem } from '../faults/system.ts'

const patience = 180_000
const host = 'study.example'

export class Study {
  readonly #system: FaultySystem
  readonly #mail: MailServer
  readonly #key: string
  readonly #course: string
  readonly #people: string[] = []
  readonly #messages: string[] = []
  #requests = 0
  /** Mails of which the school was told that their outcome is unknown. */
  unknown = 0

  private constructor(system: FaultySystem, mail: MailServer, key: string, course: string) {
    this.#system = system
    this.#mail = mail
    this.#key = key
    this.#course = course
  }

  static async open(system: FaultySystem, mail: MailServer): Promise<Study> {
    const { id } = await system.operator('POST', '/schools', { name: 'Study', domains: [host] })
    await system.operator('PATCH', `/schools/${id}`, { limits: wideLimits })
    const owner = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
    const { api_key: key } = await system.operator('POST', `/schools/${id}/keys`, owner)
    const request = { method: 'POST', path: '/v1/courses', body: { title: 'Knots' } }
    const course = await untilAcknowledged(() => system.gateway({ host, key }), request)
    return new Study(system, mail, key, course.body.id)
  }

  /** People come one after the other, until told to stop. */
  async work(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const email = `student-${this.#requests}@example.org`
      const user_id = await this.#post('/users', { email, first_name: 'Eve' })
      await this.#post('/accesses', { user_id, course_id: this.#course })
      this.#people.push(user_id)
      const mail = { user_id, topic: 'orders', subject: 'Welcome', body: 'Welcome to the course.' }
      this.#messages.push(await this.#post('/messages', mail))
    }
  }

  get changes(): number {
    return this.#people.length * 2 + this.#messages.length
  }

  /** Each person is enrolled once, and no mail is lost or comes twice. Throws Broken. */
  async check(): Promise<void> {
    const enrolled = async () => (await this.#list('/v1/enrollments?')).map(({ user_id }) => user_id).sort()
    const all = [...this.#people].sort()
    await eventually('the enrollments', async () => isDeepStrictEqual(await enrolled(), all), patience).catch(
      async () => {
        throw new Broken(`${(await enrolled()).length} enrollments are there, and ${all.length} people.`)
      },
    )
    const messages = await eventually(
      'the mails',
      async () => {
        const listed = await this.#list('/v1/messages?topic=orders&')
        const mine = listed.filter(({ id }) => this.#messages.includes(id))
        return (
          mine.length === this.#messages.length &&
          mine.every(({ sent_at, status }) => sent_at || status === 'unknown') &&
          mine
        )
      },
      patience,
    )
    const arrivals = new Map<string, number>()
    for (const { text } of this.#mail.mails) {
      const id = /^Message-ID: <(msg_\w+)@/im.exec(text)?.[1] ?? ''
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
    }
    const twice = [...arrivals].filter(([id, count]) => id && count > 1)
    if (twice.length) throw new Broken(`Mails came twice: ${twice}`)
    const lost = messages.filter(({ id, status }) => status !== 'unknown' && !arrivals.has(id))
    if (lost.length) throw new Broken(`Mails are lost: ${JSON.stringify(lost.slice(0, 5))}`)
    this.unknown = messages.filter(({ status }) => status === 'unknown').length
  }

  #gateway = () => this.#system.gateway({ host, key: this.#key })

  async #post(path: string, body: object): Promise<string> {
    const request = { method: 'POST', path: `/v1${path}`, body, idempotencyKey: `study-${this.#requests++}` }
    return (await untilAcknowledged(this.#gateway, request)).body.id
  }

  async #list(path: string): Promise<any[]> {
    const items: any[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await send(this.#gateway(), {
        method: 'GET',
        path: `${path}limit=1000${cursor}`,
      })
      if (status !== 200) throw new Broken(`GET ${path} is answered ${status} ${JSON.stringify(body)}`)
      items.push(...body.data)
      if (!body.next_cursor || body.data.length === 0) return items
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
    }
  }
}
