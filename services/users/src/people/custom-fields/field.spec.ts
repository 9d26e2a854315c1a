import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { maxFields } from './field.contract.ts'

describe('custom fields', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller = system.caller()) => system.client('users', usersContract.resources, caller)
  const email = () => `${newId('usr')}@school.org`

  async function withField(body: object) {
    const client = api()
    const field = await client.customFields.create({ body: body as never })
    const person = (custom_fields: object) =>
      client.users.create({ body: { email: email(), custom_fields: custom_fields as never } })
    return { ...client, field, person }
  }

  test('a field is defined, found and relabeled; its name is unique', async () => {
    const { customFields, field } = await withField({ name: 'city', type: 'text' })
    expect(field).toMatchObject({ name: 'city', label: 'city', type: 'text', options: [], status: 'active' })
    await expect(customFields.create({ body: { name: 'city', type: 'number' } })).rejects.toMatchObject({
      status: 409,
      reason: 'custom_field_name_taken',
    })
    const changed = await customFields.update({ path: { id: field.id }, body: { label: 'Home town' } })
    expect(changed).toMatchObject({ name: 'city', label: 'Home town', version: 2 })
    expect((await customFields.list({ query: { name: 'city' } })).data).toEqual([changed])
    await expect(api().customFields.get({ path: { id: field.id } })).rejects.toMatchObject({ status: 404 })
    await expect(api().customFields.create({ body: { name: 'city', type: 'text' } })).resolves.toBeTruthy()
  })

  test('a choice has options, each once; other types have none', async () => {
    const { customFields } = api()
    for (const body of [
      { name: 'level', type: 'choice' as const },
      { name: 'level', type: 'choice' as const, options: ['A1', 'A1'] },
      { name: 'level', type: 'text' as const, options: ['A1'] },
    ])
      await expect(customFields.create({ body })).rejects.toMatchObject({
        status: 422,
        reason: 'custom_field_options',
      })
    const level = await customFields.create({ body: { name: 'level', type: 'choice', options: ['A1'] } })
    const none = customFields.update({ path: { id: level.id }, body: { options: [] } })
    await expect(none).rejects.toMatchObject({ reason: 'custom_field_options' })
    const text = await customFields.update({ path: { id: level.id }, body: { type: 'text' } })
    expect(text).toMatchObject({ type: 'text', options: [] })
  })

  test('a person accepts only values of existing fields, of their type', async () => {
    const { users, person } = await withField({ name: 'age', type: 'number' })
    const refused = { status: 422, reason: 'custom_field_refused' }
    await expect(person({ age: 'seven' })).rejects.toMatchObject({
      ...refused,
      details: [{ path: 'body.custom_fields.age', message: 'must be a number' }],
    })
    await expect(person({ height: 180 })).rejects.toMatchObject(refused)
    const ann = await person({ age: 7 })
    const change = (custom_fields: object) =>
      users.update({ path: { id: ann.id }, body: { custom_fields: custom_fields as never } })
    await expect(change({ age: true })).rejects.toMatchObject(refused)
    expect((await change({ age: 8 })).custom_fields).toEqual({ age: 8 })
    expect((await change({ age: null })).custom_fields).toEqual({})
  })

  test('a field with values keeps its type and cannot be deleted', async () => {
    const { customFields, users, field, person } = await withField({ name: 'age', type: 'number' })
    const path = { id: field.id }
    const ann = await person({ age: 7 })
    const inUse = { status: 409, reason: 'custom_field_in_use' }
    await expect(customFields.update({ path, body: { type: 'text' } })).rejects.toMatchObject(inUse)
    await expect(customFields.delete({ path })).rejects.toMatchObject(inUse)
    await users.update({ path: { id: ann.id }, body: { custom_fields: { age: null } } })
    expect(await customFields.update({ path, body: { type: 'text' } })).toMatchObject({ type: 'text' })
    expect(await customFields.delete({ path })).toEqual({ id: field.id, deleted: true })
    await expect(customFields.get({ path })).rejects.toMatchObject({ status: 404 })
  })

  test('an empty list is a value, too: the field is used until it is removed', async () => {
    const { customFields, users, field, person } = await withField({
      name: 'langs',
      type: 'multi_choice',
      options: ['de', 'en'],
    })
    const path = { id: field.id }
    const ann = await person({ langs: [] })
    expect(ann.custom_fields).toEqual({ langs: [] })
    const inUse = { status: 409, reason: 'custom_field_in_use' }
    await expect(customFields.update({ path, body: { type: 'number' } })).rejects.toMatchObject(inUse)
    await expect(customFields.delete({ path })).rejects.toMatchObject(inUse)
    await users.update({ path: { id: ann.id }, body: { custom_fields: { langs: null } } })
    await expect(customFields.delete({ path })).resolves.toMatchObject({ deleted: true })
  })

  test('a school has a maximum of fields, also with simultaneous requests', async () => {
    const { customFields } = api()
    const define = (index: number) => customFields.create({ body: { name: `f_${index}`, type: 'text' } })
    const first = await define(0)
    for (let from = 1; from < maxFields - 1; from += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, maxFields - 1 - from) }, (_, index) => define(from + index)),
      )
    const last = await Promise.allSettled([define(1000), define(1001), define(1002)])
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(define(1003)).rejects.toMatchObject({ status: 409, reason: 'custom_fields_limit_reached' })
    await customFields.delete({ path: { id: first.id } })
    await expect(define(1003)).resolves.toMatchObject({ name: 'f_1003' })
  })

  test('the values of a person have a maximum of bytes, on every way in', async () => {
    const { users, persons, customFields, person } = await withField({ name: 'a0', type: 'text' })
    const names = Array.from({ length: 20 }, (_, index) => `a${index}`)
    for (const name of names.slice(1)) await customFields.create({ body: { name, type: 'text' } })
    const long = (some: string[]) => Object.fromEntries(some.map(name => [name, 'ü'.repeat(3000)]))
    const tooLarge = { status: 422, reason: 'custom_fields_too_large' }
    const ann = await person(long(names.slice(0, 10)))
    const change = (custom_fields: object) =>
      users.update({ path: { id: ann.id }, body: { custom_fields: custom_fields as never } })
    await expect(person(long(names))).rejects.toMatchObject(tooLarge)
    await expect(change(long(names.slice(10)))).rejects.toMatchObject(tooLarge)
    expect(Object.keys((await users.get({ path: { id: ann.id } })).custom_fields)).toHaveLength(10)
    const twin = await person(long(names.slice(10)))
    const merge = (dry_run: boolean) =>
      persons.merge({ path: { id: ann.id }, body: { user_id: twin.id, dry_run } })
    for (const dry_run of [true, false]) await expect(merge(dry_run)).rejects.toMatchObject(tooLarge)
    expect((await users.get({ path: { id: twin.id } })).status).toBe('active')
    await change(Object.fromEntries(names.slice(0, 10).map(name => [name, null])))
    await expect(merge(false)).resolves.toMatchObject({ merged_id: twin.id })
  })

  test('a refusal for a field with many options names only some', async () => {
    const options = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(190)}`)
    const { person } = await withField({ name: 'level', type: 'choice', options })
    const refused = await person({ level: 'none' }).catch(error => error)
    expect(refused).toMatchObject({ reason: 'custom_field_refused' })
    expect(JSON.stringify(refused.details).length).toBeLessThan(4000)
  })

  test('an archived field takes no new values, keeps existing ones, and can be reactivated', async () => {
    const { customFields, users, field, person } = await withField({ name: 'city', type: 'text' })
    const ann = await person({ city: 'Bonn' })
    const set = (status: 'active' | 'archived') =>
      customFields.update({ path: { id: field.id }, body: { status } })
    await set('archived')
    await expect(person({ city: 'Ulm' })).rejects.toMatchObject({ reason: 'custom_field_refused' })
    const change = (city: string | null) =>
      users.update({ path: { id: ann.id }, body: { first_name: 'Ann', custom_fields: { city } } })
    await expect(change('Ulm')).rejects.toMatchObject({ reason: 'custom_field_refused' })
    // A client may send back the values that it has read.
    expect((await change('Bonn')).custom_fields).toEqual({ city: 'Bonn' })
    expect((await users.list({ query: { 'custom_fields.city': 'Bonn' } })).data).toHaveLength(1)
    expect((await change(null)).custom_fields).toEqual({})
    await set('active')
    await expect(person({ city: 'Ulm' })).resolves.toBeTruthy()
  })

  test('people keep an option that the field no longer has', async () => {
    const { customFields, users, field, person } = await withField({
      name: 'level',
      type: 'choice',
      options: ['A1', 'A2'],
    })
    const ann = await person({ level: 'A1' })
    await customFields.update({ path: { id: field.id }, body: { options: ['A2', 'B1'] } })
    expect((await users.get({ path: { id: ann.id } })).custom_fields).toEqual({ level: 'A1' })
    await expect(person({ level: 'A1' })).rejects.toMatchObject({ reason: 'custom_field_refused' })
    await expect(person({ level: 'B1' })).resolves.toBeTruthy()
  })

  describe('as filters of people', () => {
    let client: ReturnType<typeof api>
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      client = api()
      const { customFields, users } = client
      await customFields.create({ body: { name: 'city', type: 'text' } })
      await customFields.create({ body: { name: 'age', type: 'number' } })
      await customFields.create({
        body: { name: 'langs', type: 'multi_choice', options: ['de', 'en', 'fr'] },
      })
      const people = {
        ann: { city: 'Bonn', age: 7, langs: ['de', 'en'] },
        bob: { city: 'Ulm', age: 7, langs: ['en'] },
        cid: { city: 'Old Bonn' },
      }
      for (const [name, custom_fields] of Object.entries(people))
        ids[name] = (await users.create({ body: { email: email(), first_name: name, custom_fields } })).id
    })
    const searchPeople = async (query: Record<string, string>) => {
      const { data, warnings } = await client.users.list({ query: { ...query, sort: 'first_name' } })
      return { names: data.map(({ first_name }) => first_name), warnings }
    }

    test.each<[Record<string, string>, string[]]>([
      [{ 'custom_fields.city': 'Bonn' }, ['ann']],
      [{ 'custom_fields.city': 'Bonn,Ulm' }, ['ann', 'bob']],
      [{ 'custom_fields.age': '7.0' }, ['ann', 'bob']],
      [{ 'custom_fields.langs': 'en' }, ['ann', 'bob']],
      [{ 'custom_fields.langs': 'en', 'custom_fields.city': 'Ulm' }, ['bob']],
      [{ 'custom_fields.langs': 'fr' }, []],
      [{ 'custom_fields.age': '7', q: 'bob' }, ['bob']],
    ])('%j finds %j', async (query, names) => {
      expect(await searchPeople(query)).toEqual({ names, warnings: undefined })
    })

    test.each([
      ['custom_fields.height', '180', 'there is no custom_fields.height'],
      ['custom_fields.age', 'seven', 'not a number'],
      ['custom_fields.age[gt]', '5', 'takes no [gt]'],
      ['custom_fields', 'Bonn', 'there is no filter'],
    ])('%s=%s matches nothing, with a warning', async (name, value, warning) => {
      expect(await searchPeople({ [name]: value })).toEqual({
        names: [],
        warnings: [expect.stringContaining(warning)],
      })
    })

    test('a changed value is found by the new value only', async () => {
      await client.users.update({ path: { id: ids.cid! }, body: { custom_fields: { city: 'Trier' } } })
      expect((await searchPeople({ 'custom_fields.city': 'Trier' })).names).toEqual(['cid'])
      expect((await searchPeople({ 'custom_fields.city': 'Old Bonn' })).names).toEqual([])
    })

    test('another school finds nobody', async () => {
      const { data } = await api().users.list({ query: { 'custom_fields.city': 'Bonn' } })
      expect(data).toEqual([])
    })
  })
})
