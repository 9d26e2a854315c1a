import { type Caller, type Envelope, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '../../contract.ts'
import { peopleImports } from '../../people/imports/import.contract.ts'
import { usersService } from '../../service.ts'
import { sendConfirmations } from './change-job.ts'

describe('a new e-mail address of one’s own', () => {
  let server: MailServer
  let system: TestSystem
  let gateway: TestGateway
  let now = Date.parse('2026-11-21T09:30:00Z')
  const minutes = (count: number) => {
    now += count * 60_000
  }
  beforeAll(async () => {
    server = await startMailServer()
    system = await startSystem({
      services: [usersService, siteService],
      clock: { now: () => new Date(now) },
      // Mails are sent only where a test says so.
      settings: {
        taskSlots: 0,
        settings: { LMS_SMTP_URL: server.url, LMS_MAIL_FROM: 'lms@platform.example' },
      },
    })
    gateway = await startTestGateway(system)
  })
  beforeEach(() => {
    server.mails.splice(0)
    server.refusals = 0
    minutes(24 * 60)
  })
  afterAll(async () => {
    await gateway?.stop()
    await system?.stop()
    await server.close()
  })

  /** A school behind the gateway, and Ann, who calls for herself. */
  async function school() {
    const at = await newSchool(gateway)
    const client = gateway.client(usersContract.resources, at)
    const person = async (email: string) => {
      const { id } = await client.users.create({ body: { email, first_name: 'Ann' } })
      const key = await client.apiKeys.issue({
        body: { name: 'own', kind: 'personal', role: 'student', user_id: id },
      })
      const self = gateway.client(usersContract.resources, { host: at.host, key: key.api_key }).me
      const ask = (email: string | null, more: object = {}) => self.update({ body: { email, ...more } })
      return { id, self, ask }
    }
    const emailOf = async (id: string) => (await client.users.get({ path: { id } })).email
    return { at, client, person, emailOf, ...(await person('ann@school.org')) }
  }
  const send = () => sendConfirmations(system.services.users!.runtime)
  const mailTo = async (address: string): Promise<string> => {
    await send()
    const mail = await eventually('the mail', () => server.mails.find(({ to }) => to.includes(address)))
    return /https:\/\/\S+(\/email-confirmations\/\S+)/.exec(mail.text)?.[1] ?? ''
  }
  const post = ({ host }: GatewaySchool, path: string, accept = 'application/json') =>
    gateway.call('POST', path, { host, headers: { accept } })

  test('takes effect when the mailed link is confirmed, and waits until then', async () => {
    const { at, client, id, self, ask, emailOf } = await school()
    const answer = await ask('new@school.org', { first_name: 'Anna' })
    expect(answer).toMatchObject({
      pending_email: 'new@school.org',
      user: { email: 'ann@school.org', first_name: 'Anna' },
    })
    expect((await self.get({})).pending_email).toBe('new@school.org')
    expect(JSON.stringify(await client.users.get({ path: { id } }))).not.toContain('new@school.org')
    const path = await mailTo('new@school.org')
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]!.text).toContain(`https://${at.host}${path}`)

    // Programs that look at links open them too: opening alone changes nothing.
    const page = await gateway.call('GET', path, { host: at.host, headers: { accept: 'text/html' } })
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('method="post"')
    expect(await emailOf(id)).toBe('ann@school.org')

    expect(await post(at, path)).toMatchObject({ status: 200, body: { confirmed: true } })
    expect(await emailOf(id)).toBe('new@school.org')
    expect((await self.get({})).pending_email).toBeNull()
    expect((await post(at, path)).status).toBe(404)
    expect((await post(at, path, 'text/html')).body).toContain('<html')
  })

  test('is emitted as a change of the person', async () => {
    const { at, id, ask } = await school()
    await ask('new@school.org')
    await post(at, await mailTo('new@school.org'))
    const rows = await system.services.users!.runtime.system.rows(
      step(`select payload from users.outbox where school_id = $1 and subject like '%.user.updated'`, [
        at.schoolId,
      ]),
    )
    expect(rows.map(([payload]) => JSON.parse(payload!) as Envelope).at(-1)).toMatchObject({
      data: { object: { id, email: 'new@school.org' }, previous: { email: 'ann@school.org' } },
      related: { user_id: id },
    })
  })

  test('gets the same answer if another person has it, who is informed and keeps it', async () => {
    const { at, client, id, ask, emailOf } = await school()
    const bob = await client.users.create({ body: { email: 'bob@school.org' } })
    const [takenAnswer, free] = [await ask('Bob@school.org'), await ask('free@school.org')]
    expect(takenAnswer).toEqual({ ...free, pending_email: 'Bob@school.org', user: takenAnswer.user })
    minutes(10)
    await ask('Bob@school.org')
    expect(await mailTo('Bob@school.org')).toBe('')
    expect(server.mails[0]!.text).toContain('already')
    expect([await emailOf(id), await emailOf(bob.id)]).toEqual(['ann@school.org', 'bob@school.org'])
    expect(at.host).toBeTruthy()
  })

  test('that another person gets before its confirmation stays theirs', async () => {
    const { at, client, id, ask, emailOf } = await school()
    await ask('new@school.org')
    const path = await mailTo('new@school.org')
    await client.users.create({ body: { email: 'new@school.org' } })
    expect(await post(at, path)).toMatchObject({ status: 409, body: { error: { reason: 'email_taken' } } })
    expect(await emailOf(id)).toBe('ann@school.org')
  })

  test('has no effect after an hour, in another school, or after a request for another one', async () => {
    const { at, id, ask, emailOf } = await school()
    await ask('new@school.org')
    const old = await mailTo('new@school.org')
    expect((await post((await school()).at, old)).status).toBe(404)
    minutes(61)
    expect((await post(at, old)).status).toBe(404)
    await ask('second@school.org')
    const second = await mailTo('second@school.org')
    minutes(10)
    await ask('third@school.org')
    for (const path of [old, second, '/email-confirmations/x', `/email-confirmations/${'a'.repeat(43)}`])
      expect((await post(at, path)).status).toBe(404)
    expect(await emailOf(id)).toBe('ann@school.org')
  })

  /** An import with a row that gives the person of this phone another address. */
  const importInto = (school: string, values: Record<string, string>) =>
    system.internal('users', { peopleImports }, { as: 'service', school }).peopleImports.take({
      body: {
        ...{ import_id: newId('imp'), dry_run: false, on_match: 'overwrite', tag_ids: [], group_ids: [] },
        ...{ consent: null, role: 'owner', rights: [['*']], rows: [{ row: 1, values }] },
      },
    })

  test("is withdrawn by the present address, by null, by an administrator's change or import, and with its person", async () => {
    const ends: ((at: Awaited<ReturnType<typeof school>>) => Promise<unknown>)[] = [
      ({ ask }) => ask('ann@school.org'),
      ({ client, id }) => client.users.update({ path: { id }, body: { email: 'set@school.org' } }),
      async ({ at, client, id, emailOf }) => {
        await client.users.update({ path: { id }, body: { phone: '+491711234567' } })
        await importInto(at.schoolId, { phone: '+491711234567', email: 'set@school.org' })
        expect(await emailOf(id)).toBe('set@school.org')
      },
      ({ client, id }) => client.users.delete({ path: { id } }),
      ({ client, id }) => client.persons.anonymize({ path: { id } }),
      async ({ client, id, person }) =>
        client.persons.merge({ path: { id: (await person('eve@school.org')).id }, body: { user_id: id } }),
      async ({ client, id, ask }) => {
        await client.users.update({ path: { id }, body: { phone: '+491711234567' } })
        await ask(null)
      },
    ]
    for (const end of ends) {
      const here = await school()
      await here.ask('new@school.org')
      const path = await mailTo('new@school.org')
      await end(here)
      expect((await post(here.at, path)).status).toBe(404)
      server.mails.splice(0)
    }
  })

  test('an address gets one mail an hour, whoever requests it, and a person may request one in five minutes', async () => {
    const { person, ask } = await school()
    await ask('new@school.org')
    await mailTo('new@school.org')
    const bob = await person('bob@school.org')
    await bob.ask('NEW@school.org')
    await ask('other@school.org')
    await send()
    expect(server.mails.map(({ to }) => to[0])).toEqual(['new@school.org'])
    minutes(5)
    await mailTo('other@school.org')
    expect(server.mails).toHaveLength(2)
    minutes(56)
    await mailTo('NEW@school.org')
    expect(server.mails).toHaveLength(3)
  })

  test('an unavailable mail server is tried again, and the mail is sent once', async () => {
    const { at, id, ask, emailOf } = await school()
    server.refusals = 1
    await ask('new@school.org')
    await send()
    expect(server.mails).toEqual([])
    minutes(3)
    await post(at, await mailTo('new@school.org'))
    await send()
    expect(server.mails).toHaveLength(1)
    expect(await emailOf(id)).toBe('new@school.org')
  })

  test('waits for a mail server that is away for two hours', async () => {
    const { at, id, ask, emailOf } = await school()
    server.refusals = Number.POSITIVE_INFINITY
    await ask('new@school.org')
    for (let tries = 0; tries < 24; tries++) {
      await send()
      minutes(5)
    }
    server.refusals = 0
    minutes(30)
    expect((await post(at, await mailTo('new@school.org'))).status).toBe(200)
    expect(await emailOf(id)).toBe('new@school.org')
  })

  test('is not mailed again to an address that does not exist', async () => {
    const { ask } = await school()
    server.gone.add('gone@school.org')
    await ask('gone@school.org')
    await send()
    server.gone.clear()
    minutes(3)
    await send()
    expect(server.mails).toEqual([])
  })

  test('only a digest of the link is stored', async () => {
    const { at, ask } = await school()
    await ask('new@school.org')
    const token = (await mailTo('new@school.org')).split('/').at(-1)!
    const rows = await system.services.users!.runtime.system.rows(
      step('select e::text from users.email_changes e where school_id = $1', [at.schoolId]),
    )
    expect(rows).toHaveLength(1)
    expect(token.length).toBeGreaterThan(40)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('without a mail server', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  test('a new address is refused, with a hint who may set it', async () => {
    const owner = system.caller()
    const api = (caller: Caller) => system.client('users', usersContract.resources, caller)
    const ann = await api(owner).users.create({ body: { email: 'ann@school.org' } })
    const { me } = api({ ...owner, key: newId('ses'), kind: 'session', role: 'student', user: ann.id })
    for (const email of ['new@school.org', 'ann2@school.org'])
      await expect(me.update({ body: { email } })).rejects.toMatchObject({
        status: 409,
        reason: 'mail_not_configured',
        message: expect.stringContaining('administrator'),
      })
    const same = await me.update({ body: { email: 'Ann@school.org' } })
    expect(same).toMatchObject({ pending_email: null, user: { email: 'Ann@school.org' } })
  })
})
