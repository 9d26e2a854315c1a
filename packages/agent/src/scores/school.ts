// A school for the questions: it has people and things with names, answers every other read with one object, and notes
// which reads there were, besides the searches of names.
import type { Catalog } from '../catalog.ts'
import { nameOf } from '../objects.ts'
import { namesQuery } from '../planner/names/search.ts'
import { plain } from '../planner/search-text.ts'
import type { Ask } from '../transport.ts'

/** The moment of the questions: in the school it is Wednesday, 25 November 2026, half past one at night. */
export const now = new Date('2026-11-24T22:30:00Z')
export const zone = 'Europe/Moscow'

const settings = { data: [{ id: 'site', values: { time_zone: zone, currency: 'EUR' } }], next_cursor: null }

/** What people call the objects of a list, by the prefix of their ids. */
const titles: Readonly<Record<string, readonly [prefix: string, field: string, names: readonly string[]]>> = {
  '/v1/courses': [
    'crs',
    'title',
    [
      ...[
        'Python Basics',
        'Основы Python',
        'Watercolour',
        'Акварель для начинающих',
        'Photography',
        'Фотография',
      ],
      ...['English for Travel', 'Финансы для предпринимателей', 'Public Speaking', 'Йога для спины'],
    ],
  ],
  '/v1/groups': ['grp', 'name', ['Morning', 'Утренняя', 'Spring', 'Весна', 'Evening B2', 'Поток 12']],
  '/v1/webinars': [
    'wbn',
    'title',
    ['Colour in landscapes', 'Цвет в пейзаже', 'Open day', 'День открытых дверей'],
  ],
  '/v1/segments': ['seg', 'name', ['Newsletter', 'Новости', 'Sleeping customers', 'Горячие лиды']],
  '/v1/tags': ['tag', 'name', ['VIP', 'Beginner', 'Корпоративный']],
  '/v1/forms': ['frm', 'name', ['Contact', 'Обратная связь', 'Consultation']],
  '/v1/offers': [
    'off',
    'name',
    ['Premium', 'Тариф Стандарт', 'Summer bundle', 'Наставничество', 'Family plan', 'Всё включено'],
  ],
  '/v1/pages': ['pag', 'title', ['About us', 'О школе', 'Teachers']],
  '/v1/mailings': ['mlg', 'name', ['Black Friday', 'Новогодняя распродажа', 'Welcome letter']],
  '/v1/scenarios': ['scn', 'name', ['Welcome series', 'Возврат брошенных корзин', 'Birthday']],
  '/v1/promo-codes': ['prm', 'code', ['SUMMER20', 'WELCOME', 'ЛЕТО', 'FRIENDS']],
  '/v1/partners': ['prt', 'name', ['Blog of Kim', 'Школа танцев']],
}
const people = [
  ...['Anna Petrova', 'Иван Сидоров', 'Мария Кузнецова', 'John Miller', 'Emma Wilson', 'Olga Weber'],
  ...[
    'Дмитрий Орлов',
    'Анна Смирнова',
    'Mark Johnson',
    'Jane Doe',
    'Bob Miller',
    'Clara Bauer',
    'Lucas Martin',
  ],
  ...['Елена Белова', 'Сергей Волков', 'Павел Зайцев', 'Sofia Rossi', 'Peter Novak', 'Ольга Лебедева'],
  ...['Пётр Сидоров', 'Боб Миллер', 'Джейн Доу'],
]

const idOf = (prefix: string, index: number) =>
  `${prefix}_01h455vb4pex5vsknk084s${String(index).padStart(4, '0')}`
const objectsOf = new Map<string, Record<string, any>[]>([
  ...Object.entries(titles).map(([path, [prefix, field, names]]): [string, Record<string, any>[]] => [
    path,
    names.map((name, index) => ({ ...object(), id: idOf(prefix, index), [field]: name })),
  ]),
  [
    '/v1/users',
    people.map((name, index) => {
      const [first_name = '', last_name = ''] = name.split(' ')
      return {
        ...object(),
        title: undefined,
        id: idOf('usr', index),
        first_name,
        last_name,
        email: `person-${index}@school.example`,
      }
    }),
  ],
])
const nameOfId = new Map(
  [...objectsOf.values()].flat().map(each => [each.id as string, nameOf({ name: each.code, ...each }, '')]),
)

function object() {
  return {
    id: 'obj_1',
    amount: 1000,
    paid_amount: 0,
    currency: 'EUR',
    status: 'active',
    created_at: '2026-11-20T10:00:00.000+00:00',
    title: 'Lesson',
    url: 'https://hooks.example/a',
    event_type: 'order.paid',
    transport: 'email',
    reason: 'manual',
    conditions: [],
    reasons: [],
    services: [],
  }
}

/** A school, and the reads that it was asked for. */
export function questionSchool(catalog: Catalog): { ask: Ask; requests: string[] } {
  const requests: string[] = []
  const ask: Ask = async ({ method, path }) => {
    const [plainPath = '', query = ''] = path.split('?')
    const values = Object.fromEntries(new URLSearchParams(query))
    if (plainPath === '/v1/settings') return { status: 200, body: settings }
    const { tool, params } = catalog.find(method, plainPath)!
    const isOfNames =
      tool.names.length > 0 && values.fields !== undefined && values.fields === namesQuery(tool).fields
    if (!isOfNames)
      requests.push([tool.name, ...ofPath(tool.operation.path, params), ...argumentsOf(query)].join(' '))
    const objects = objectsOf.get(plainPath)
    const items = objects ? searched(objects, values) : [{ ...object(), id: idOf(prefixOf(tool.name), 0) }]
    return { status: 200, body: tool.operation.list ? { data: items, next_cursor: null } : items[0]! }
  }
  return { ask, requests }
}

/** Lists whose objects a change is of. */
const prefixOf = (name: string) => ({ 'orders.list': 'ord', 'subscriptions.list': 'sbs' })[name] ?? 'obj'

/** The objects with these beginnings of words, or this code. */
function searched(objects: Record<string, any>[], { q, code, email }: Record<string, string>) {
  if (email !== undefined) return [{ ...object(), email }]
  if (code !== undefined) return objects.filter(each => each.code === code)
  if (q === undefined) return objects
  const begins = plain(q).split(' ')
  return objects.filter(each => {
    const words = plain(nameOf(each, '')).split(/[^\p{L}\p{N}]+/u)
    return begins.every(begin => words.some(word => word.startsWith(begin)))
  })
}

const dayOf = (time: string, back: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(Date.parse(time) - back))
const named = (value: string) =>
  /^[a-z]{3}_/.test(value)
    ? `@${(nameOfId.get(value) ?? '').replaceAll(' ', '_')}`
    : value.replaceAll(' ', '_')

/** The ids in a path: `id` of an object, `of` of what a list is in. */
const ofPath = (path: string, params: Readonly<Record<string, string>>): string[] =>
  Object.values(params).map(value => `${path.endsWith('{id}') ? 'id' : 'of'}=${named(value)}`)

/** A path with the names of its objects. */
export const namedPath = (path: string): string =>
  path.replace(/[a-z]{3}_\w{26}/g, id => (nameOfId.has(id) ? named(id) : '{id}'))

/** The query as the questions write it: days of the school, and names in place of ids. */
function argumentsOf(query: string): string[] {
  const pairs = new Map(new URLSearchParams(query))
  const parts: string[] = []
  for (const [name, value] of pairs) {
    const time = /_at$|^at$/.test(name.split('[')[0]!) ? name.split('[')[0]! : null
    if (time && name.endsWith('[gte]') && pairs.has(`${time}[lt]`)) {
      const [first, last] = [dayOf(value, 0), dayOf(pairs.get(`${time}[lt]`)!, 1)]
      parts.push(`${time}=${first === last ? first : `${first}..${last}`}`)
    } else if (time && name.endsWith('[lte]')) parts.push(`${time}<=now`)
    else if (time && name.endsWith('[gte]')) parts.push(`${time}>=${dayOf(value, 0)}`)
    else if (time && name.endsWith('[lt]')) {
      if (!pairs.has(`${time}[gte]`)) parts.push(`${time}<${dayOf(value, 0)}`)
    } else if (name !== 'fields') parts.push(`${name}=${named(value)}`)
  }
  return parts
}
