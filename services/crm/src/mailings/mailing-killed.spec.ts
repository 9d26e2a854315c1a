// A mailing whose processes are killed with -9 while they hand over, compared with the journal of the mail server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { groupSize } from '../messages/dispatch.task.ts'
import { maxShards } from '../messages/message.store.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

const program = fileURLToPath(new URL('../testing/killed-crm.ts', import.meta.url))
// With LMS_TEST_LONG=1 as often and to as many as could ever matter; this takes half an hour.
const isLong = process.env.LMS_TEST_LONG === '1'
const { audience, kills, patience } = isLong
  ? { audience: 10_000, kills: 100, patience: 15 }
  : { audience: 160, kills: 2, patience: 1 }
let system: TestSystem
let mail: MailServer
let ahead = 0
const started: ChildProcess[] = []
const mailing = () => ({ LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' })
beforeAll(async () => {
  mail = await startMailServer()
  const clock = { now: () => new Date(Date.now() + ahead) }
  system = await startSystem({
    services: [siteService, usersService, crmService],
    clock,
    settings: { taskSlots: 0, settings: mailing() },
  })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system.stop()
  await mail.close()
})

async function start(): Promise<ChildProcess> {
  const [port] = await freePorts(1)
  const config = { ...system.configs.crm!, port: port!, taskSlots: 4 }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), ...mailing(), CLOCK_AHEAD_MS: String(ahead) },
    stdio: 'inherit',
  })
  started.push(child)
  return child
}

test(
  'started by 50 at once it begins once; killed again and again it reaches nobody twice, and says what it does not know',
  async () => {
    const { api, users, groups, members } = await schoolOf(system)
    const group = await groups.create({ body: { name: 'Group' } })
    for (let from = 0; from < audience; from += 20) {
      const creations = Array.from({ length: 20 }, (_, index) =>
        users.create({ body: { email: `person-${from + index}@school.example` } }),
      )
      const user_ids = (await Promise.all(creations)).map(({ id }) => id)
      await members.add({ path: { id: group.id }, body: { user_ids } })
    }
    const content = { subject: 'Hi', body: 'Hello', topic: 'study', audience: { group_ids: [group.id] } }
    const { id } = await api.mailings.create({ body: { name: 'Autumn', ...content } })
    const path = { id }
    const starts = await Promise.allSettled(
      Array.from({ length: 50 }, () => api.mailings.start({ path, body: {} })),
    )
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

    for (let kill = 1; kill <= kills; kill++) {
      const child = await start()
      const exited = once(child, 'exit')
      const before = mail.mails.length
      await eventually('some mails', async () => mail.mails.length > before + 10, 60_000 * patience)
      child.kill('SIGKILL')
      expect((await exited)[1]).toBe('SIGKILL')
      // The lease of the dead process ends.
      ahead += 300_000
    }
    const last = await start()
    await eventually(
      'the end',
      async () => (await api.mailings.get({ path })).status === 'finished',
      90_000 * patience,
    )
    last.kill('SIGKILL')

    const { counts } = await api.mailings.get({ path })
    const { audience: all, sent, unknown, reasons: _, ...others } = counts!
    expect({ all, sum: sent + unknown }).toEqual({ all: audience, sum: audience })
    expect(new Set(Object.values(others))).toEqual(new Set([0]))
    expect(unknown).toBeLessThanOrEqual(kills * maxShards * groupSize)
    const receivers = mail.mails.flatMap(({ to }) => to)
    expect(new Set(receivers).size).toBe(receivers.length)
    const journal = new Set(
      mail.mails.map(({ text }) => /^Message-ID: <(msg_[0-9a-z]{26})@/im.exec(text)?.[1]),
    )
    const missing: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await api.messages.list({
        query: { mailing_id: id, limit: 100, ...(cursor && { cursor }) } as never,
      })
      for (const each of page.data) if (each.status === 'sent' && !journal.has(each.id)) missing.push(each.id)
      cursor = (page as { next_cursor?: string | null }).next_cursor ?? undefined
      if (!cursor) break
    }
    expect(missing).toEqual([])
    if (isLong) process.stdout.write(`${JSON.stringify({ kills, audience, sent, unknown })}\n`)
  },
  240_000 * patience,
)
