import { createHash } from 'node:crypto'
import { type Caller, newId } from '@lms/contract'
import { hostOperations, runService } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, randomBytes, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'
import { download } from '../testing/download.ts'
import { unzip } from '../testing/unzip.ts'
import { upload } from '../testing/upload.ts'
import { maxArchives } from './archive.contract.ts'

describe('an archive of a school', () => {
  let system: TestSystem
  let mail: MailServer
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    mail = await startMailServer()
    system = await startSystem({
      services: [usersService, siteService, webhooksService, serviceService],
      clock: { now: () => new Date(now) },
      settings: { taskSlots: 0, settings: { LMS_SMTP_URL: mail.url } },
    })
  })
  afterAll(async () => {
    await system.stop()
    await mail.close()
  })
  const clientOf = (caller: Caller) => system.client('service', serviceContract.resources, caller)
  const usersOf = (caller: Caller) => system.client('users', usersContract.resources, caller)

  async function school(caller = system.caller()): Promise<Caller> {
    const body = { name: 'Office', kind: 'integration', role: 'owner' } as const
    const key = await usersOf(caller).apiKeys.issue({ body })
    return { ...caller, key: key.id, role: 'owner' }
  }
  /** One whose mails have its look. */
  async function schoolWithMails(): Promise<Caller> {
    const { registry: schools } = system.internal('site', { registry })
    const domains = [`${newId('sch').slice(4)}.example`]
    const { id } = await schools.create({ body: { name: 'Harbour', domains } })
    return school(system.caller({ school: id }))
  }
  const step = async () => {
    now += 3000
    await system.services.service!.workOffTasks()
    await system.services.site!.workOffTasks()
  }
  const ended = (by: Caller, id: string) =>
    eventually('the end of the archive', async () => {
      await step()
      const currentExport = await clientOf(by).exports.get({ path: { id } })
      return currentExport.status !== 'queued' && currentExport.status !== 'running' ? currentExport : null
    })
  async function archiveOf(by: Caller) {
    const done = await ended(by, (await clientOf(by).fullExports.create({})).id)
    expect(done).toMatchObject({ kind: 'full', status: 'finished', failure: null })
    const bytes = Buffer.from(await (await download(system, by, done.download_url!)).arrayBuffer())
    expect(bytes.length).toBe(done.size)
    return unzip(bytes)
  }
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const linesOf = (bytes: Buffer | undefined) =>
    (bytes?.toString() ?? '')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))

  test('has the rows, the events and the files of the school, and hashes of them all', async () => {
    const by = await school()
    const person = await usersOf(by).users.create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    await usersOf({ ...by, ...system.caller() }).users.create({ body: { email: 'other@school.org' } })
    const video = Buffer.alloc(20 * 1024 * 1024 + 12_345, randomBytes(99_991))
    const file = await upload(system, by, video, {
      name: 'talk.bin',
      content_type: 'application/octet-stream',
    })
    await eventually('the file and its events', async () => {
      await step()
      const feed = await clientOf(by).auditLog.list()
      return feed.data.length > 2
    })
    const entries = await archiveOf(by)
    const names = [...entries.keys()]
    expect(names.slice(0, 2)).toEqual(['README.md', 'openapi.json'])
    expect(names.at(-1)).toBe('manifest.json')
    expect(entries.get(`files/${file}`)!.equals(video)).toBe(true)
    expect(linesOf(entries.get('rows/users/users/00001.jsonl'))).toEqual([
      expect.objectContaining({ id: person.id, email: 'ann@school.org', first_name: 'Ann' }),
    ])
    const journal = names
      .filter(name => name.startsWith('journal/'))
      .flatMap(name => linesOf(entries.get(name)))
    expect(journal).toContainEqual(
      expect.objectContaining({
        type: 'user.created',
        event: expect.objectContaining({ type: 'user.created' }),
      }),
    )
    const manifest = JSON.parse(entries.get('manifest.json')!.toString())
    expect(manifest).toMatchObject({ format: 'open-school-archive/1', school_id: by.school })
    expect(manifest).toMatchObject({ beyond_snapshot: [], references_beyond: [], missing_files: [] })
    expect(manifest.last_sequence).toBe(journal.length)
    const { sequence } = journal.find(({ type }) => type === 'user.created')
    for (const snapshot of manifest.snapshots) {
      expect(snapshot.sequence).toBeGreaterThanOrEqual(sequence)
      expect(snapshot.sequence).toBeLessThanOrEqual(journal.length)
    }
    expect(manifest.counts).toMatchObject({ 'users.users': 1, files: 1, events: journal.length })
    expect(manifest.entries).toEqual(
      names.slice(0, -1).map(name => {
        const bytes = entries.get(name)!
        return { name, size: bytes.length, sha256: hashOf(bytes) }
      }),
    )
  })

  test('has the imports that have ended, without the links to their errors', async () => {
    const by = await school()
    const rows = 'email,first_name\nann@school.org,Ann\nno address,Bob\n'
    const file_id = await upload(system, by, Buffer.from(rows), {
      name: 'people.csv',
      content_type: 'text/csv',
    })
    const { imports } = clientOf(by)
    const { id } = await imports.create({ body: { file_id } })
    const done = await eventually('the end of the import', async () => {
      await step()
      await system.services.users!.workOffTasks()
      const current = await imports.get({ path: { id } })
      return current.status === 'finished' ? current : null
    })
    expect(done).toMatchObject({ counts: { created: 1, errors: 1 }, errors_url: expect.any(String) })
    const waiting = await imports.create({ body: { file_id, dry_run: true } })

    const entries = await archiveOf(by)
    const archived = linesOf(entries.get('rows/service/imports/00001.jsonl'))
    const ids = archived.map(row => row.id)
    expect(ids).toContain(id)
    // It may have ended before the archive was made.
    const isOver = (await imports.get({ path: { id: waiting.id } })).status === 'finished'
    expect(ids.includes(waiting.id) && !isOver).toBe(false)
    expect(archived.find(row => row.id === id)).toMatchObject({ status: 'finished', counts: done.counts })
    expect(entries.get('rows/service/imports/00001.jsonl')!.toString()).not.toContain('"url"')
    const tasks = linesOf(entries.get('rows/service/tasks/00001.jsonl'))
    expect(tasks).toContainEqual(expect.objectContaining({ queue: 'forget-import', key: id }))
  })

  test('has the same bytes for the same state', async () => {
    const by = await school()
    await usersOf(by).tags.create({ body: { name: 'autumn' } })
    // What an archive itself leaves behind: audit records, events, and how it was stored.
    const hashesOf = (entries: Map<string, Buffer>) =>
      [...entries]
        .filter(([name]) => !/^(manifest|journal|rows\/(service|webhooks))/.test(name))
        .map(([name, bytes]) => [name, hashOf(bytes)])
    expect(hashesOf(await archiveOf(by))).toEqual(hashesOf(await archiveOf(by)))
  })

  test('is ordered and downloaded by owners only', async () => {
    const by = await school()
    const administrator: Caller = { ...by, role: 'administrator' }
    for (const caller of [administrator, { ...by, rights: [['exports:*']] }])
      await expect(clientOf(caller).fullExports.create({})).rejects.toMatchObject({
        status: 403,
        reason: 'archive_of_owner',
      })
    const { id } = await ended(by, (await clientOf(by).fullExports.create({})).id)
    const seen = async (caller: Caller) => (await clientOf(caller).exports.get({ path: { id } })).download_url
    expect(await seen(by)).toEqual(expect.any(String))
    expect(await seen(administrator)).toBeNull()
  })

  test('is told to all owners by mail, and to nobody else', async () => {
    const by = await schoolWithMails()
    const { users } = usersOf(by)
    for (const [email, role] of [
      ['one@school.org', 'owner'],
      ['two@school.org', 'owner'],
      ['three@school.org', 'administrator'],
    ] as const)
      await users.create({ body: { email, role } })
    mail.mails = []
    const { id } = await clientOf(by).fullExports.create({})
    await ended(by, id)
    expect(mail.mails.map(({ to }) => to).sort()).toEqual([['one@school.org'], ['two@school.org']])
    expect(mail.mails[0]!.text).toContain(id)
    expect(mail.mails[0]!.text).toMatch(/class="mail-brand" href="https:[^>]*>Harbour</)
  })

  test('is told to its owners also after hours in which nobody could say who they are', async () => {
    const by = await schoolWithMails()
    await usersOf(by).users.create({ body: { email: 'one@school.org', role: 'owner' } })
    mail.mails = []
    const { id } = await clientOf(by).fullExports.create({})
    await system.services.users!.stop()
    const later = async () => {
      now += 13 * 60_000
      await system.services.service!.workOffTasks()
    }
    for (let tries = 0; tries < 15; tries++) await later()
    system.services.users = await runService(usersService, system.configs.users!)
    await eventually('the mail', async () => {
      await later()
      return mail.mails.length > 0
    })
    expect(mail.mails).toMatchObject([{ to: ['one@school.org'], text: expect.stringContaining(id) }])
  })

  test('ends when the key that ordered it is revoked', async () => {
    const by = await school()
    const { id } = await clientOf(by).fullExports.create({})
    await usersOf(by).apiKeys.revoke({ path: { id: by.key } })
    expect(await ended(by, id)).toMatchObject({ status: 'failed', failure: 'caller_without_right' })
  })

  test('shows rows as they were at its beginning', async () => {
    const by = await school()
    const { tags } = usersOf(by)
    await tags.create({ body: { name: 'before' } })
    const { host } = system.internal('users', { host: hostOperations }, { as: 'service', school: by.school })
    const { snapshot } = await host.takeSnapshot({})
    await tags.create({ body: { name: 'after' } })
    const read = () => host.rows({ body: { table: 'tags', after: null, snapshot } })
    const namesOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ name }) => name)
    const early = await read()
    expect([early.in_snapshot, namesOf(early)]).toEqual([true, ['before']])
    await host.endSnapshot({ body: { snapshot } })
    const late = await read()
    expect([late.in_snapshot, namesOf(late)]).toEqual([false, ['before', 'after']])
  })

  test(`refuses more than ${maxArchives}`, async () => {
    const by = await school()
    for (let number = 0; number < maxArchives; number++) await clientOf(by).fullExports.create({})
    await expect(clientOf(by).fullExports.create({})).rejects.toMatchObject({
      status: 409,
      reason: 'archives_limit_reached',
    })
  })
})
