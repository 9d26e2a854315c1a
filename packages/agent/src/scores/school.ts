// A school for the questions: it answers every read with one object, and notes which reads there were.
import type { Catalog } from '../catalog.ts'
import type { Ask } from '../transport.ts'

/** The moment of the questions: in the school it is Wednesday, 25 November 2026, half past one at night. */
export const now = new Date('2026-11-24T22:30:00Z')
export const zone = 'Europe/Moscow'

const settings = { data: [{ id: 'site', values: { time_zone: zone } }], next_cursor: null }
const itemsByPath: Readonly<Record<string, readonly object[]>> = {
  '/v1/courses': [
    { id: 'crs_1', title: 'Python Basics' },
    { id: 'crs_2', title: 'Основы Python' },
    { id: 'crs_3', title: 'Watercolour' },
    { id: 'crs_4', title: 'Акварель для начинающих' },
    { id: 'crs_5', title: 'Photography' },
    { id: 'crs_6', title: 'Фотография' },
  ],
  '/v1/groups': [
    { id: 'grp_1', name: 'Morning' },
    { id: 'grp_2', name: 'Утренняя' },
    { id: 'grp_3', name: 'Spring' },
    { id: 'grp_4', name: 'Весна' },
  ],
  '/v1/webinars': [
    { id: 'wbn_1', title: 'Colour in landscapes' },
    { id: 'wbn_2', title: 'Цвет в пейзаже' },
  ],
  '/v1/segments': [
    { id: 'seg_1', name: 'Newsletter' },
    { id: 'seg_2', name: 'Новости' },
  ],
  '/v1/tags': [{ id: 'tag_1', name: 'VIP' }],
  '/v1/forms': [
    { id: 'frm_1', name: 'Contact' },
    { id: 'frm_2', name: 'Обратная связь' },
  ],
}
const object = {
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

export function questionSchool(catalog: Catalog): { ask: Ask; requests: string[] } {
  const requests: string[] = []
  const ask: Ask = async ({ method, path }) => {
    const [plain = '', query = ''] = path.split('?')
    if (plain === '/v1/settings') return { status: 200, body: settings }
    const { tool } = catalog.find(method, plain)!
    requests.push([tool.name, ...argumentsOf(query)].join(' '))
    const items = itemsByPath[plain] ?? [object]
    return { status: 200, body: tool.operation.list ? { data: items, next_cursor: null } : object }
  }
  return { ask, requests }
}

const dayOf = (time: string, back: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(Date.parse(time) - back))

/** The query as the questions write it: days of the school, and ids that were looked up as `@`. */
function argumentsOf(query: string): string[] {
  const pairs = new Map(new URLSearchParams(query))
  const parts: string[] = []
  for (const [name, value] of pairs) {
    const time = /^(.+)\[gte\]$/.exec(name)?.[1]
    if (time) {
      const [first, last] = [dayOf(value, 0), dayOf(pairs.get(`${time}[lt]`)!, 1)]
      parts.push(`${time}=${first === last ? first : `${first}..${last}`}`)
    } else if (name.endsWith('[lte]')) parts.push(`${name.slice(0, -5)}<=now`)
    else if (!name.endsWith('[lt]') && name !== 'fields')
      parts.push(`${name}=${/^[a-z]{3}_/.test(value) ? '@' : value.replaceAll(' ', '_')}`)
  }
  return parts
}
