import { type Caller, newId } from '@lms/contract'
import { runService } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import { emptyXlsx, xlsxEnd, xlsxRows } from '../formats/xlsx.ts'
import { serviceService } from '../service.ts'
import { download } from '../testing/download.ts'
import { upload } from '../testing/upload.ts'

describe('an import of people', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({
      services: [usersService, siteService, serviceService],
      clock,
      settings: { taskSlots: 0 },
    })
  })
  afterAll(() => system.stop())
  const importsOf = (caller: Caller) => system.client('service', serviceContract.resources, caller).imports
  const usersOf = (caller: Caller) => system.client('users', usersContract.resources, caller)
  type Body = Parameters<ReturnType<typeof importsOf>['create']>[0]['body']

  async function school(): Promise<Caller> {
    const caller = system.caller()
    const key = await usersOf(caller).apiKeys.issue({
      body: { name: 'CRM', kind: 'integration', role: 'owner' },
    })
    return { ...caller, key: key.id }
  }
  const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  /** Orders an import of a text, or of the bytes of a workbook. */
  const order = async (by: Caller, text: string | Buffer, body: Partial<Body> = {}) => {
    const bytes = Buffer.from(text as string)
    const isWorkbook = bytes.subarray(0, 2).toString() === 'PK'
    const fileFields = isWorkbook ? { name: 'people.xlsx', content_type: workbookType } : undefined
    return importsOf(by).create({ body: { file_id: await upload(system, by, bytes, fileFields), ...body } })
  }
  const ended = (by: Caller, id: string) =>
    eventually('the end of the import', async () => {
      now += 3000
      await system.services.service!.workOffTasks()
      await system.services.site!.workOffTasks()
      const currentImport = await importsOf(by).get({ path: { id } })
      return currentImport.status === 'finished' || currentImport.status === 'failed' ? currentImport : null
    })
  const run = async (by: Caller, text: string | Buffer, body: Partial<Body> = {}) =>
    ended(by, (await order(by, text, body)).id)
  const peopleOf = async (by: Caller) =>
    (await usersOf(by).users.list({ query: { sort: 'created_at', limit: 1000 } })).data

  test('creates people by a guessed mapping, and gives them tags, a group and a consent', async () => {
    const by = await school()
    const { tags, groups, users, personTags, consents } = usersOf(by)
    const tag = await tags.create({ body: { name: 'webinar' } })
    const group = await groups.create({ body: { name: 'Autumn' } })
    const text =
      'E-mail;Имя;Фамилия;Телефон;Notes\r\nann@school.org;Анна;"Ли; мл.";8 (916) 123-45-67;x\r\nbob@school.org;Bob;;;\r\n'
    const ordered = await order(by, text, {
      add: { tags: [tag.id], groups: [group.id] },
      consent: { channel: 'email', text_version: '2026-11', source: 'webinar' },
    })
    expect(ordered.mapping.map(({ field }) => field)).toEqual([
      'email',
      'first_name',
      'last_name',
      'phone',
      null,
    ])
    const done = await ended(by, ordered.id)
    expect(done).toMatchObject({
      status: 'finished',
      counts: { rows: 2, created: 2, errors: 0 },
      errors: [],
      errors_url: null,
    })
    const [ann] = await peopleOf(by)
    expect(ann).toMatchObject({
      first_name: 'Анна',
      last_name: 'Ли; мл.',
      phone: '+79161234567',
      role: 'student',
    })
    expect((await personTags.list({ path: { id: ann!.id } })).data).toMatchObject([{ name: 'webinar' }])
    expect((await consents.list({ path: { id: ann!.id } })).data).toMatchObject([{ channel: 'email' }])
    expect((await users.list({ query: { group_id: group.id } })).data).toHaveLength(2)
  })

  test('rests after each hundred people, and not in a dry run, which writes none', async () => {
    const lines = Array.from({ length: 250 }, (_, index) => `resting-${index}@school.org`)
    const text = `email\r\n${lines.join('\r\n')}\r\n`
    const worked = async (dry_run: boolean) => {
      const by = await school()
      const { id } = await order(by, text, { dry_run })
      await system.services.service!.workOffTasks()
      return { by, id, counts: (await importsOf(by).get({ path: { id } })).counts }
    }
    expect((await worked(true)).counts.rows).toBe(250)
    const { by, id, counts } = await worked(false)
    expect(counts).toMatchObject({ rows: 100, created: 100 })
    expect(await ended(by, id)).toMatchObject({ status: 'finished', counts: { rows: 250, created: 250 } })
  })

  test('waits for the users service, even for hours', async () => {
    const by = await school()
    const lines = Array.from({ length: 150 }, (_, index) => `waiting-${index}@school.org`)
    const { id } = await order(by, `email\r\n${lines.join('\r\n')}\r\n`)
    const work = () => system.services.service!.workOffTasks()
    await work()
    await system.services.users!.stop()
    const back = now + 3 * 3_600_000
    await eventually('three hours', async () => {
      now += 2 * 60_000
      await work()
      return now > back
    })
    system.services.users = await runService(usersService, system.configs.users!)
    expect((await importsOf(by).get({ path: { id } })).counts.rows).toBe(100)
    now += 10 * 60_000
    expect(await ended(by, id)).toMatchObject({ status: 'finished', counts: { rows: 150, created: 150 } })
  })

  test('takes the first sheet of a workbook as it takes the same rows of a text', async () => {
    const header = ['E-mail', 'Phone', 'First name', 'Note']
    const people = Array.from({ length: 520 }, (_, index) => [
      index === 510 ? 'broken' : `person-${index}@school.org`,
      79_161_000_000 + index,
      index % 2 ? 'Anna "the one", Lee' : 'Боб\nJr',
      index % 3 ? null : `x${index}`,
    ])
    const state = emptyXlsx()
    const time = new LocalTime('UTC')
    const workbook = Buffer.concat([xlsxRows(state, { header, rows: people, time }), xlsxEnd(state)])
    const text = [header, ...people].map(row => csvLine(row, time)).join('')
    const seen = async (file: Buffer | string) => {
      const by = await school()
      const ordered = await order(by, file, { dry_run: true })
      const dry = await ended(by, ordered.id)
      const { status, mapping, counts, errors } = await run(by, file)
      expect(dry.counts).toEqual(counts)
      const all = (await peopleOf(by)).map(({ email, phone, first_name }) => ({ email, phone, first_name }))
      return { status, mapping, counts, errors, all }
    }
    const fromWorkbook = await seen(workbook)
    expect(fromWorkbook.counts).toMatchObject({ rows: 520, created: 520, errors: 0, warnings: 1 })
    expect(fromWorkbook).toEqual(await seen(text))
  })

  test('counts in a dry run what the run then does, with doubles inside the file, and changes nobody', async () => {
    const by = await school()
    const { users } = usersOf(by)
    await users.create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    await users.create({ body: { phone: '+491711234567', first_name: 'Carl' } })
    const lines = [
      'email,phone,first_name,last_name',
      'ANN@school.org,,Anna,Lee',
      ',+491711234567,Carl,',
      'new@school.org,+491711234568,New,',
      'new@school.org,,New,Comer',
      ',+491711234568,New,Comer',
      'broken,,X,',
      ',,Nobody,',
      'two@school.org,+491711234567,Two,',
    ]
    const text = lines.join('\n')
    const dry = await run(by, text, { dry_run: true })
    expect(await peopleOf(by)).toHaveLength(2)
    const wet = await run(by, text)
    expect(wet.counts).toMatchObject({
      rows: 8,
      created: 1,
      updated: 3,
      unchanged: 2,
      errors: 2,
      matched_with_other_name: 2,
    })
    expect(dry.counts).toEqual(wet.counts)
    expect(dry.errors).toEqual(wet.errors)
    expect(wet.errors).toMatchObject([
      { row: 6, column: 'email' },
      { row: 7, column: null },
    ])
    expect(await peopleOf(by)).toHaveLength(3)
    const again = await run(by, text)
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 6 })
  })

  test('overwrites or skips people as it is asked to', async () => {
    const by = await school()
    const { users } = usersOf(by)
    await users.create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    const text = 'email,first_name\nann@school.org,Anna'
    expect((await run(by, text, { on_match: 'skip' })).counts).toMatchObject({ unchanged: 1, updated: 0 })
    expect((await run(by, text, { on_match: 'fill_empty' })).counts).toMatchObject({ unchanged: 1 })
    expect((await run(by, text, { on_match: 'overwrite' })).counts).toMatchObject({ updated: 1 })
    expect((await peopleOf(by))[0]).toMatchObject({ first_name: 'Anna' })
  })

  test('reads Windows-1251', async () => {
    const by = await school()
    const cp1251 = (text: string) =>
      Buffer.from(
        [...text].map(letter =>
          letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
        ),
      )
    const rows = Array.from(
      { length: 20 },
      (_, index) => `u${index}@school.org;Александра;Константинопольская`,
    )
    const ordered = await order(by, cp1251(['Почта;Имя;Фамилия', ...rows].join('\r\n')))
    expect(ordered.encoding).toBe('windows-1251')
    await ended(by, ordered.id)
    expect((await peopleOf(by))[0]).toMatchObject({
      first_name: 'Александра',
      last_name: 'Константинопольская',
    })
  })

  test('a quote within a name takes no other person away, and one that is never closed fails the import', async () => {
    const by = await school()
    const marks = await run(by, 'email,notes\nq1@school.org,6" tall\nq2@school.org,\nq3@school.org,5" tall\n')
    expect(marks).toMatchObject({ status: 'finished', counts: { rows: 3, created: 3, errors: 0 } })
    const open = await run(by, 'email,notes\nq4@school.org,\nq5@school.org,"tall\nq6@school.org,\n')
    expect(open).toMatchObject({ failure: 'file_malformed', counts: { rows: 1, created: 1 } })
    expect(open.errors).toMatchObject([{ row: 2, message: expect.stringContaining('not closed') }])
    expect((await peopleOf(by)).map(({ email }) => email)).toEqual(
      ['q1', 'q2', 'q3', 'q4'].map(name => `${name}@school.org`),
    )
  })

  test('takes many slices, each once, and gives all errors as a file', async () => {
    const by = await school()
    const lines = Array.from({ length: 1203 }, (_, index) =>
      index % 3 === 0 ? `bad ${index}` : `p${index}@school.org`,
    )
    const done = await run(by, ['email', ...lines].join('\n'))
    expect(done.counts).toMatchObject({ rows: 1203, created: 802, errors: 401 })
    const text = await (await download(system, by, done.errors_url!)).text()
    expect(text.trim().split('\r\n')).toHaveLength(402)
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'email,import_row,import_problem',
      'bad 0,1,"email: must be an e-mail address, such as ann@school.example"',
    ])
  })

  test('takes rows of 60 KB after hundreds of short ones, and names one that is too long', async () => {
    const by = await school()
    const short = Array.from({ length: 300 }, (_, index) => `s${index}@school.org,x`)
    const long = Array.from({ length: 9 }, (_, index) => `l${index}@school.org,${'x'.repeat(60_000)}`)
    const lines = ['email,essay', ...short, ...long, `m@school.org,${'x'.repeat(70_000)}`, 'z@school.org,x']
    const done = await run(by, lines.join('\n'))
    expect(done.counts).toMatchObject({ rows: 311, created: 310, errors: 1 })
    expect(done.errors).toMatchObject([{ row: 310, column: null, message: 'has more than 64 KB' }])
  })

  test('ends when its key is revoked, and what is done stays', async () => {
    const by = await school()
    const { id } = await order(by, 'email\nann@school.org')
    await usersOf(by).apiKeys.revoke({ path: { id: by.key } })
    expect(await ended(by, id)).toMatchObject({
      status: 'failed',
      failure: 'caller_without_right',
      counts: { rows: 0 },
    })
  })

  test('changes nobody who has more permissions than who ordered it', async () => {
    const caller = system.caller()
    const { users, apiKeys } = usersOf(caller)
    await users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const key = await apiKeys.issue({ body: { name: 'M', kind: 'integration', role: 'manager' } })
    const manager: Caller = {
      ...caller,
      key: key.id,
      role: 'manager',
      rights: [['users:write', '*:read', 'imports:write', 'files:write']],
    }
    const done = await run(manager, 'email,last_name\nboss@school.org,Bossy')
    expect(done.counts).toMatchObject({ updated: 0, errors: 1 })
  })

  test.each([
    ['a file without a contact', 'name,age\nAnn,5', {}, 'import_mapping_refused'],
    [
      'a column that the file does not have',
      'email\na@b.c',
      { mapping: [{ column: 'mail', field: 'email' }] },
      'import_mapping_refused',
    ],
  ])('is refused for %s', async (_, text, body, reason) => {
    const by = await school()
    await expect(order(by, text, body)).rejects.toMatchObject({ status: 422, reason })
  })

  test('is refused for a table without names of columns: its first person would be lost', async () => {
    const by = await school()
    await expect(order(by, 'ann@school.org,Ann\nbob@school.org,Bob\n')).rejects.toMatchObject({
      ...{ status: 422, reason: 'import_file_refused' },
      message: expect.stringContaining('no names of columns'),
    })
  })

  test('is refused for a file of another school', async () => {
    const [by, other] = [await school(), await school()]
    const file_id = await upload(system, other, Buffer.from('email\na@b.c'))
    await expect(importsOf(by).create({ body: { file_id } })).rejects.toMatchObject({ status: 422 })
    await expect(importsOf(by).create({ body: { file_id: newId('fil') } })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('is refused for an archive that is no workbook', async () => {
    const by = await school()
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
    const file_id = await upload(system, by, zip, { name: 'people.zip', content_type: 'application/zip' })
    const ordering = importsOf(by).create({ body: { file_id } })
    await expect(ordering).rejects.toMatchObject({ status: 422, reason: 'import_file_refused' })
  })

  test('its file is not deleted before it ends', async () => {
    const by = await school()
    const file_id = await upload(system, by, Buffer.from('email\na@b.c'))
    const { id } = await importsOf(by).create({ body: { file_id } })
    const { files } = system.client('site', siteContract.resources, by)
    const remove = () => files.delete({ path: { id: file_id } })
    await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'still_named' })
    expect(await ended(by, id)).toMatchObject({ status: 'finished' })
    expect(await remove()).toMatchObject({ deleted: true })
  })
})
