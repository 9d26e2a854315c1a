// A plain resource over HTTP: made, read, changed and deleted by its declaration and a few rules.
import { type Caller, type Id, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { boxes, boxTable, shelfTable, shelves, shelvesService } from './spec/shelves.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [shelvesService] })
})
afterAll(() => system.stop())

function school() {
  const caller = system.caller()
  const as = (rights: Partial<Caller>) =>
    system.client('shelves', { shelves, boxes }, { ...caller, ...rights })
  const api = as({})
  let count = 0
  const shelf = (fields: object = {}) =>
    api.shelves.create({ body: { code: `S${count++}`, room: 'cellar', ...fields } })
  const box = (id: string, name = 'Books') => api.boxes.create({ path: { id }, body: { name } })
  const emitted = async () => {
    const text = `select payload from shelves.outbox where school_id = $1 and subject like 'events.%' order by position`
    const rows = await system.services.shelves!.runtime.system.rows({
      statement: { name: '', text },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!))
  }
  return { api, as, shelf, box, emitted }
}

test("an object is created from its body, its defaults, and the server's values, and emitted", async () => {
  const { api, shelf, emitted } = school()
  const created = await shelf({ code: 'A' })
  expect(created).toEqual({
    id: expect.stringMatching(/^off_/),
    code: 'A',
    label: null,
    colour: 'red',
    room: 'cellar',
    boxes_count: 0,
    version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await api.shelves.get({ path: { id: created.id } })).toEqual(created)
  const [event] = await emitted()
  expect(event).toMatchObject({
    type: 'shelf.created',
    data: { object: created },
    related: { offer_id: created.id },
  })
})

test('a change takes only the sent fields; its event contains the previous values, and there is none without a difference', async () => {
  const { api, shelf, emitted } = school()
  const created = await shelf({ label: 'Old' })
  const path = { id: created.id }
  const changed = await api.shelves.update({ path, body: { label: null } })
  expect(changed).toMatchObject({ ...created, label: null, version: 2, updated_at: expect.any(String) })
  expect(await api.shelves.update({ path, body: { label: null } })).toEqual(changed)
  expect(await api.shelves.update({ path, body: {} })).toEqual(changed)
  const events = await emitted()
  expect(events.map(({ type }) => type)).toEqual(['shelf.created', 'shelf.updated'])
  expect(events[1]).toMatchObject({ data: { object: changed, previous: { label: 'Old' } } })
})

test('a deleted object is emitted in its last state, with the id of its parent', async () => {
  const { api, shelf, box, emitted } = school()
  const { id } = await shelf()
  const createdBox = await box(id)
  expect(await api.boxes.delete({ path: { id, boxId: createdBox.id } })).toEqual({
    id: createdBox.id,
    deleted: true,
  })
  await expect(api.boxes.get({ path: { id, boxId: createdBox.id } })).rejects.toMatchObject({ status: 404 })
  await api.shelves.delete({ path: { id } })
  expect((await emitted()).slice(1)).toMatchObject([
    {
      type: 'box.deleted',
      data: { object: createdBox },
      related: { shelf_id: id, offer_item_id: createdBox.id },
    },
    { type: 'shelf.deleted', data: { object: { id } }, related: { offer_id: id } },
  ])
})

test('If-Match with another version refuses change and delete, without an event', async () => {
  const { api, shelf, emitted } = school()
  const { id } = await shelf()
  await api.shelves.update({ path: { id }, body: { label: 'One' }, ifMatch: '"v1"' })
  const late = [
    api.shelves.update({ path: { id }, body: { label: 'Two' }, ifMatch: '"v1"' }),
    api.shelves.delete({ path: { id }, ifMatch: '"v1"' }),
  ]
  for (const refused of late)
    await expect(refused).rejects.toMatchObject({ status: 409, reason: 'version_mismatch' })
  expect(await api.shelves.get({ path: { id } })).toMatchObject({ label: 'One' })
  expect(await emitted()).toHaveLength(2)
  await expect(api.shelves.delete({ path: { id }, ifMatch: '"v1", "v3"' })).rejects.toMatchObject({
    reason: 'version_mismatch',
  })
  await api.shelves.delete({ path: { id }, ifMatch: '"v1", W/"v2"' })
})

test('rules refuse creations, changes and deletions, without an event', async () => {
  const { api, shelf, box, emitted } = school()
  await expect(shelf({ room: 'attic' })).rejects.toMatchObject({ reason: 'attic_red' })
  const blue = await shelf({ room: 'attic', colour: 'blue' })
  const red = api.shelves.update({ path: { id: blue.id }, body: { colour: 'red' } })
  await expect(red).rejects.toMatchObject({ reason: 'attic_red' })
  await box(blue.id)
  const removed = api.shelves.delete({ path: { id: blue.id } })
  await expect(removed).rejects.toMatchObject({ status: 409, reason: 'shelf_not_empty' })
  expect(await emitted()).toHaveLength(1)
})

test('a column set by the server follows every change, and a duplicate gets its declared refusal', async () => {
  const { api, shelf } = school()
  await shelf({ code: 'North' })
  await expect(shelf({ code: 'NORTH' })).rejects.toMatchObject({ status: 409, reason: 'code_taken' })
  const other = await shelf({ code: 'South' })
  const renamed = api.shelves.update({ path: { id: other.id }, body: { code: 'north' } })
  await expect(renamed).rejects.toMatchObject({ reason: 'code_taken' })
  expect((await api.shelves.list({ query: { code: 'South' } })).data).toEqual([other])
})

test('immutable and server-set fields are in no body', async () => {
  const { api, shelf } = school()
  const { id } = await shelf()
  const change = (body: object) => api.shelves.update({ path: { id }, body })
  await expect(change({ room: 'attic' })).rejects.toMatchObject({ status: 400, reason: 'invalid_body' })
  await expect(shelf({ boxes_count: 3 })).rejects.toMatchObject({ status: 400 })
})

test('an object inside another is found only through it, and only by callers who see it', async () => {
  const { api, as, shelf, box } = school()
  const [one, other] = [await shelf(), await shelf()]
  const createdBox = await box(one.id)
  expect((await api.boxes.list({ path: { id: one.id } })).data).toEqual([createdBox])
  expect((await api.boxes.list({ path: { id: other.id } })).data).toEqual([])
  const through = { path: { id: other.id, boxId: createdBox.id } }
  const student = as({ role: 'student' })
  const asStudent = { path: { id: one.id, boxId: createdBox.id } }
  for (const call of [
    api.boxes.get(through),
    api.boxes.update({ ...through, body: { name: 'Toys' } }),
    api.boxes.delete(through),
    api.boxes.create({ path: { id: newId('off') }, body: { name: 'Toys' } }),
    student.boxes.get(asStudent),
    student.boxes.list({ path: { id: one.id } }),
    student.boxes.update({ ...asStudent, body: { name: 'Toys' } }),
    student.boxes.delete(asStudent),
    student.boxes.create({ path: { id: one.id }, body: { name: 'Toys' } }),
  ])
    await expect(call).rejects.toMatchObject({ status: 404 })
  expect(await api.boxes.get(asStudent)).toEqual(createdBox)
})

test('a bound also applies to simultaneous creations', async () => {
  const { shelf, box } = school()
  const { id } = await shelf()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => box(id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { reason: 'shelf_limit_reached' },
  })
})

test('a new box is the last of its shelf, also among simultaneous ones, until the boxes are put in another order', async () => {
  const { api, shelf, box } = school()
  const [{ id }, other] = await Promise.all([shelf(), shelf()])
  await box(other.id)
  const createdBoxes = await Promise.all([box(id, 'A'), box(id, 'B'), box(id, 'C')])
  const standing = async () =>
    (await api.boxes.list({ path: { id }, query: { sort: 'position' } })).data.map(
      ({ name, position, version }) => `${position} ${name} v${version}`,
    )
  const names = createdBoxes.sort((one, next) => one.position - next.position).map(({ name }) => name)
  expect(await standing()).toEqual(names.map((name, index) => `${index + 1} ${name} v1`))

  const [first, second, third] = createdBoxes as [
    (typeof createdBoxes)[0],
    (typeof createdBoxes)[0],
    (typeof createdBoxes)[0],
  ]
  const ids = [first.id, third.id, second.id]
  const { boxes: arranged } = await api.boxes.arrange({ path: { id }, body: { ids } })
  expect(arranged.map(one => one.id)).toEqual(ids)
  const expected = [`1 ${first.name} v1`, `2 ${third.name} v2`, `3 ${second.name} v2`]
  expect(await standing()).toEqual(expected)
  expect(arranged.map(({ name, position, version }) => `${position} ${name} v${version}`)).toEqual(expected)
  // A change keeps the position.
  await api.boxes.update({ path: { id, boxId: second.id }, body: { name: 'D' } })
  expect((await standing())[2]).toBe('3 D v3')
})

type BoxIds = Id<'ofi'>[]
test.each<[string, (ids: BoxIds, other: Id<'ofi'>) => BoxIds]>([
  ['one is missing', ids => ids.slice(1)],
  ['one is named twice', ([one, two]) => [one!, one!, two!]],
  ['one is on another shelf', (ids, other) => [...ids.slice(1), other]],
])('an order is refused if %s', async (_, wrong) => {
  const { api, shelf, box } = school()
  const [{ id }, { id: elsewhere }] = await Promise.all([shelf(), shelf()])
  const createdBoxes = [await box(id, 'A'), await box(id, 'B'), await box(id, 'C')]
  const body = {
    ids: wrong(
      createdBoxes.map(one => one.id),
      (await box(elsewhere)).id,
    ),
  }
  await expect(api.boxes.arrange({ path: { id }, body })).rejects.toMatchObject({ reason: 'boxes_differ' })
  const { data } = await api.boxes.list({ path: { id }, query: { sort: 'position' } })
  expect(data).toEqual(createdBoxes)
})

test('a table has the columns of its object, each with the type of its schema, and an index for each sort', () => {
  const { properties, indexes, uniques } = shelfTable.entity.init().meta
  const columns = Object.values(properties).map(each => {
    const { name, columnTypes, nullable } = each as {
      name: string
      columnTypes: string[]
      nullable?: boolean
    }
    return `${name} ${columnTypes[0]}${nullable ? '?' : ''}`
  })
  expect(columns).toEqual([
    'school_id text collate "C"',
    'id text collate "C"',
    'code text',
    'label text?',
    'colour text collate "C"',
    'room text collate "C"',
    'version int',
    'created_at timestamptz(3)',
    'updated_at timestamptz(3)',
    'code_key text collate "C"',
  ])
  expect(indexes.map(index => (index as { properties: string[] }).properties)).toEqual([
    ['school_id', 'created_at', 'id'],
    ['school_id', 'code', 'id'],
  ])
  expect(uniques).toMatchObject([{ name: 'shelves_code_key_key', properties: ['school_id', 'code_key'] }])
  expect(boxTable.shape.hidden).toEqual(new Set(['school_id']))
  expect(shelfTable.shape.hidden).toEqual(new Set(['school_id', 'code_key']))
})
