// Bodies, operations and filters that are derived from an object's schema. Lines that must not compile are marked as
// expected errors, so the compiler tests them.
import { z } from 'zod'
import {
  amount,
  atMost,
  type BodyIn,
  type BodyOf,
  bodiesOf,
  crud,
  currency,
  event,
  filter,
  full,
  id,
  lifecycle,
  mergePatchOf,
  oneOf,
  prefixOfObject,
  reference,
  refuse,
  stamps,
  statusOf,
  takes,
  text,
  timestamp,
} from './index.ts'

const Lamp = z.object({
  id: id('off'),
  name: text(20, 1).describe('What it is called.'),
  host: takes(
    z.string(),
    z.string().overwrite(host => host.toLowerCase()),
  ),
  colour: oneOf(['red', 'blue']),
  price: amount(),
  group_id: reference(['grp']).nullable().describe('Where it hangs.'),
  lit_at: timestamp().nullable().describe('When it was lit.'),
  hours: z.int().min(0),
  ...stamps,
})
const lampCreated = event('order.created', { when: 'a lamp was made', object: Lamp, related: [] })
const refusals = refuse({
  lamp_on: { status: 409, when: 'the lamp is on', message: 'Switch it off.' },
  lamps_limit_reached: full(9, 'lamps', 'Throw one away.'),
})
const lamps = crud('/v1/lamps', Lamp, {
  names: ['a lamp', 'lamps'],
  bound: atMost(9, refusals.lamps_limit_reached),
  summaries: { delete: 'Throw a lamp away' },
  readOnly: ['hours'],
  immutable: ['host'],
  defaults: { colour: 'red' },
  filters: ['name', 'hours'],
  otherFilters: { near: filter.text },
  sorts: ['created_at', 'name'],
  refuses: { delete: [refusals.lamp_on] },
  emits: { created: lampCreated },
})

describe('the bodies of an object', () => {
  const { create, change } = bodiesOf(Lamp, {
    readOnly: ['hours'],
    immutable: ['host'],
    defaults: { colour: 'red' },
  })

  test("have the object's own fields without those that the server sets; a change without immutable ones", () => {
    expect(Object.keys(create.shape)).toEqual(['name', 'host', 'colour', 'price', 'group_id', 'lit_at'])
    expect(Object.keys(change.shape)).toEqual(['name', 'colour', 'price', 'group_id', 'lit_at'])
  })

  test('give a new object its defaults, or null for nullable fields', () => {
    expect(create.parse({ name: 'a', host: 'B', price: 1 })).toEqual({
      name: 'a',
      host: 'b',
      colour: 'red',
      price: 1,
      group_id: null,
      lit_at: null,
    })
    expect(change.parse({})).toEqual({})
  })

  test.each([
    ['a field of the server', { hours: 1 }],
    ['a field that is not declared', { size: 1 }],
    ['a text below its bound', { name: '' }],
    ['a state that there is not', { colour: 'green' }],
    ['an id of another kind', { group_id: 'crs_01h455vb4pex5vsknk084sn02q' }],
  ])('refuse %s', (_, wrong) => {
    expect(create.safeParse({ name: 'a', host: 'b', price: 1, ...wrong }).success).toBe(false)
    expect(change.safeParse(wrong).success).toBe(false)
  })

  test('accept a field in its wider form, which the answer does not have', () => {
    const lit_at = '2026-11-21T10:30:00+01:00'
    expect(change.parse({ lit_at })).toEqual({ lit_at: '2026-11-21T09:30:00.000+00:00' })
    expect(Lamp.shape.lit_at.safeParse(lit_at).success).toBe(false)
    expect(Lamp.shape.lit_at.safeParse(change.parse({ lit_at }).lit_at).success).toBe(true)
  })

  test('describe their fields as the answer does', () => {
    const described = (schema: z.ZodType) =>
      Object.entries(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties!).map(
        ([name, field]) => [name, (field as { description?: string }).description] as const,
      )
    const expected = Object.fromEntries(described(Lamp))
    for (const body of [create, change])
      for (const [name, description] of described(body))
        expect([name, description]).toEqual([name, expected[name]])
  })
})

describe('the bodies of an object with nested objects', () => {
  const plans = lifecycle({ draft: { open: 'active' }, active: {} })
  const Plan = z.object({
    id: id('off'),
    status: statusOf(plans).describe('Whether it is sold.'),
    steps: z.array(z.object({ name: text(5, 1), at: timestamp().nullable() })).max(2),
    price: z.object({ amount: amount(), currency: currency() }).nullable().describe('What it costs.'),
    action: z.union([z.object({ page: text(9) }), z.object({ opens_at: timestamp() })]),
    ...stamps,
  })
  const { create, change } = bodiesOf(Plan, { defaults: { status: 'draft', steps: [] } })
  const least = { action: { page: 'one' } }

  test.each([
    ['an undeclared field of an object in a list', { steps: [{ name: 'a', at: null, size: 1 }] }],
    ['an undeclared field of an object', { price: { amount: 1, currency: 'EUR', tax: 1 } }],
    ['an undeclared field of each object of a union', { action: { page: 'one', size: 1 } }],
    ['a list above its maximum', { steps: Array(3).fill({ name: 'a', at: null }) }],
  ])('refuse %s', (_, wrong) => {
    expect(create.safeParse({ ...least, ...wrong }).success).toBe(false)
    expect(change.safeParse(wrong).success).toBe(false)
  })

  test('take the wider form of a field at any depth', () => {
    const at = '2026-11-21T10:30:00+01:00'
    const input = { steps: [{ name: 'a', at }], action: { opens_at: at } }
    const read = '2026-11-21T09:30:00.000+00:00'
    expect(change.parse(input)).toEqual({ steps: [{ name: 'a', at: read }], action: { opens_at: read } })
  })

  test('take any state in a change, and only a beginning for a new object', () => {
    expect(create.parse(least)).toMatchObject({ status: 'draft', steps: [], price: null })
    expect(create.safeParse({ ...least, status: 'active' }).success).toBe(false)
    expect(change.parse({ status: 'active' })).toEqual({ status: 'active' })
    expect(create.shape.status.unwrap().description).toBe('Whether it is sold.')
    expect(create.shape.price.unwrap().description).toBe('What it costs.')
  })
})

test('a merge patch takes any of the settings, or null for the default, and nothing else', () => {
  const Settings = z.object({ rate: z.int().min(1), opens_at: timestamp() })
  const patch = mergePatchOf(Settings)
  expect(patch.parse({})).toEqual({})
  expect(patch.parse({ rate: null, opens_at: '2026-11-21T10:30:00+01:00' })).toEqual({
    rate: null,
    opens_at: '2026-11-21T09:30:00.000+00:00',
  })
  for (const wrong of [{ rate: 0 }, { burst: 1 }, { rate: 'x' }])
    expect(patch.safeParse(wrong).success).toBe(false)
})

describe('the operations of a crud resource', () => {
  test('have the classes of their paths, at the top level and inside another object', () => {
    const inside = crud('/v1/rooms/{id}/lamps', Lamp, {
      item: 'lampId',
      bound: 'task',
      names: ['a lamp', 'lamps'],
      sorts: [],
    })
    const describeResource = (resource: object) =>
      Object.values(resource).map(({ class: name, route, permission }) => `${name} ${route} ${permission}`)
    expect(describeResource(lamps)).toEqual([
      'L GET /v1/lamps lamps:read',
      'C POST /v1/lamps lamps:write',
      'G GET /v1/lamps/{id} lamps:read',
      'M PATCH /v1/lamps/{id} lamps:write',
      'M DELETE /v1/lamps/{id} lamps:write',
    ])
    expect(describeResource(inside)).toEqual([
      'LN GET /v1/rooms/{id}/lamps rooms:read',
      'A POST /v1/rooms/{id}/lamps rooms:write',
      'G GET /v1/rooms/{id}/lamps/{lampId} rooms:read',
      'M PATCH /v1/rooms/{id}/lamps/{lampId} rooms:write',
      'M DELETE /v1/rooms/{id}/lamps/{lampId} rooms:write',
    ])
  })

  test('declare their summaries, refusals and events', () => {
    expect(Object.values(lamps).map(({ summary }) => summary)).toEqual([
      'List lamps',
      'Create a lamp',
      'Get a lamp',
      'Change a lamp',
      'Throw a lamp away',
    ])
    expect(lamps.delete.refuses).toEqual([refusals.lamp_on])
    expect(lamps.create.refuses).toEqual([refusals.lamps_limit_reached])
    expect([lamps.create.emits, lamps.update.emits]).toEqual([[lampCreated], []])
  })

  test('filter by the declared fields, each by its kind, and like every list', () => {
    expect(lamps.list.list.filters).toEqual({
      name: filter.text,
      hours: filter.integer,
      near: filter.text,
      colour: filter.state(['red', 'blue']),
      group_id: filter.id('grp'),
      lit_at: filter.time,
      created_at: filter.time,
      updated_at: filter.time,
    })
    expect(() =>
      crud('/v1/lamps', z.object({ id: id('off'), tags: z.array(text(1)), ...stamps }), {
        names: ['a lamp', 'lamps'],
        bound: 'task',
        filters: ['tags'],
        sorts: [],
      }),
    ).toThrow('tags')
  })

  test('have the kind of the object’s id', () => {
    expect(prefixOfObject(Lamp)).toBe('off')
    expect(() => prefixOfObject(z.object({ id: z.string() }))).toThrow('id')
  })
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = { [K in keyof T]: T[K] }

/** Never called: compares the derived types with types written by hand. */
export function types() {
  interface Sent {
    name: string
    host: string
    colour?: 'red' | 'blue' | undefined
    price: number
    group_id?: `grp_${string}` | null | undefined
    lit_at?: string | null | undefined
  }
  interface Got {
    name: string
    host: string
    colour: 'red' | 'blue'
    price: number
    group_id: `grp_${string}` | null
    lit_at: string | null
  }
  const sent: Same<Flat<BodyIn<typeof lamps.create>>, Flat<Sent>> = true
  const got: Same<Flat<BodyOf<typeof lamps.create>>, Flat<Got>> = true
  const changed: Same<keyof BodyOf<typeof lamps.update>, Exclude<keyof Got, 'host'>> = true
  return [sent, got, changed]
}

export function misuse() {
  const names = ['a lamp', 'lamps'] as const
  const bound = 'task'
  // @ts-expect-error there is no such field
  bodiesOf(Lamp, { readOnly: ['size'] })
  // @ts-expect-error the server always sets it
  bodiesOf(Lamp, { immutable: ['version'] })
  // @ts-expect-error a default that the field does not accept
  bodiesOf(Lamp, { defaults: { colour: 'green' } })
  // @ts-expect-error a default for no field
  bodiesOf(Lamp, { defaults: { size: 1 } })
  // @ts-expect-error the output of the body is not a value of the answer
  takes(z.string(), z.number())
  // @ts-expect-error a sort by an unknown field
  crud('/v1/lamps', Lamp, { names, bound, sorts: ['size'] })
  // @ts-expect-error a filter by an unknown field
  crud('/v1/lamps', Lamp, { names, bound, sorts: [], filters: ['size'] })
  // @ts-expect-error an example without a required field
  crud('/v1/lamps', Lamp, { names, bound, sorts: [], examples: { create: { name: 'a' } } })
  // @ts-expect-error an object without an id
  crud('/v1/lamps', z.object({ name: text(1), ...stamps }), { names, bound, sorts: [] })
  const other = event('order.paid', { when: 'paid', object: z.object({ paid: text(1) }), related: [] })
  // @ts-expect-error an event of another object
  crud('/v1/lamps', Lamp, { names, bound, sorts: [], emits: { updated: other } })
  // @ts-expect-error the body does not have the field
  return (body: BodyOf<typeof lamps.update>) => body.host
}
