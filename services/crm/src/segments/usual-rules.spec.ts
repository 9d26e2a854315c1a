// The rules of docs/rules.md, as they are printed there, in a school with somebody for each of them.
import { readFileSync } from 'node:fs'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { formatTime, type Id, newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { inSchool } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import type { Properties } from '../facts/event-properties.ts'
import { type Fact, factKinds } from '../facts/fact.rules.ts'
import { FactStore } from '../facts/fact.store.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { dayIn } from './rule-dates.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [
      ...[siteService, usersService, commerceService, learningService],
      ...[webinarsService, crmService],
    ],
  })
}, 180_000)
afterAll(() => system.stop())

const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
const printedRules = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text!)
const dayMs = 24 * 3600_000
const now = Date.now()
const ago = (days: number) => formatTime(new Date(now - days * dayMs))

/** One object of each kind that the rules name. */
async function schoolWithObjects() {
  const school = await schoolOf(system)
  const { api, caller, customFields, tags } = school
  await customFields.create({ body: { name: 'born', type: 'date' } })
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const learning = system.client('learning', learningContract.resources, caller)
  const site = system.client('site', siteContract.resources, caller)
  const webinars = system.client('webinars', webinarsContract.resources, caller)
  const form = { name: 'Call me', fields: [{ key: 'email', label: 'E-mail', kind: 'email' as const }] }
  const nobody = { field: 'first_name', equals: 'Nobody' }
  const course = await learning.courses.create({ body: { title: 'Watercolour' } })
  const module = await learning.modules.create({ body: { course_id: course.id, title: 'Module' } })
  const lesson = await learning.lessons.create({ body: { module_id: module.id, title: 'Lesson 3' } })
  const objects = {
    off: await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } }),
    tag: await tags.create({ body: { name: 'VIP' } }),
    crs: course,
    wbn: await webinars.webinars.create({ body: { title: 'Colour' } }),
    frm: await site.forms.create({ body: { ...form, consents: [] } }),
    mlg: await api.mailings.create({ body: { name: 'Autumn', subject: 'Autumn', body: 'Hello' } }),
    seg: await api.segments.create({ body: { name: 'Nobody', rule: nobody } }),
    les: lesson,
    quz: await learning.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers' } }),
  }
  const ids = Object.fromEntries(Object.entries(objects).map(([prefix, { id }]) => [prefix, id as string]))
  const rules: object[] = printedRules.map(text =>
    JSON.parse(text.replaceAll(/"([a-z]{3})_[0-9a-z]{26}"/g, (_, prefix) => JSON.stringify(ids[prefix]))),
  )
  return { ...school, ids, rules }
}

const empty = { place: 0, text: null, number: null, at: null }
const born = (date: string): Fact => ({
  ...{ ...empty, kind: 'field', key: 'custom.born', text: date },
  at: `${date}T00:00:00.000+00:00`,
})

test('each of them holds of whom it is meant for, and of nobody else', async () => {
  const { caller, person, api, ids, rules } = await schoolWithObjects()
  expect(rules).toHaveLength(10)
  const today = dayIn(now, 'Europe/Berlin')
  // This month, and not within a week.
  const month = `1990-${String(today.month).padStart(2, '0')}-${today.day < 15 ? 28 : '01'}`
  const soon = `1992${new Date(now + 3 * dayMs).toISOString().slice(4, 10)}`
  const times = (count: number, type: string, properties: Properties, days = 1) =>
    Array.from({ length: count }, (_, index) => ({ type, properties, at: ago(days + index) }))
  const bought = times(1, 'order.paid', { offer_id: [ids.off!], amount: 4900, currency: 'EUR' }, 8)
  const mailed = { mailing_id: [ids.mlg!], transport: 'email' }
  const quiz = { quiz_id: [ids.quz!], passed: false, percent: 40 }
  const lives: Record<
    string,
    { facts?: Fact[]; events?: { type: string; properties: Properties; at: string }[] }
  > = {
    buyer: { facts: [born(month)], events: bought },
    finisher: {
      facts: [born(month)],
      events: [...bought, ...times(1, 'lesson.completed', { lesson_id: [ids.les!] }, 5)],
    },
    important: { facts: [born(month), { ...empty, kind: 'tag', key: ids.tag! }], events: bought },
    regular: { events: times(2, 'order.paid', { amount: 15_000, currency: 'EUR' }, 10) },
    leaver: { events: times(1, 'order.checkout_abandoned', {}) },
    silent: { events: times(1, 'message.sent', mailed) },
    reader: { events: [...times(1, 'message.sent', mailed, 2), ...times(1, 'message.opened', mailed)] },
    sleeper: {
      facts: [
        { ...empty, kind: 'field', key: 'status', text: 'active' },
        { ...empty, kind: 'field', key: 'email', text: 'bea@school.example' },
        { ...empty, kind: 'consent', key: 'email' },
      ],
      events: times(5, 'message.sent', { transport: 'email' }),
    },
    visitor: { events: times(1, 'webinar.attended', { webinar_id: [ids.wbn!], live_seconds: 2000 }, 4) },
    ending: { facts: [{ ...empty, kind: 'access', key: ids.crs!, at: ago(-3) }] },
    failing: { events: times(2, 'lesson.quiz_finished', quiz) },
    celebrating: { facts: [born(soon), { ...empty, kind: 'field', key: 'email', text: 'ann@firm.example' }] },
    private: { facts: [born(soon), { ...empty, kind: 'field', key: 'email', text: 'ann@gmail.com' }] },
    asking: { events: times(1, 'user.form_submitted', { form_id: [ids.frm!] }, 5) },
  }
  const names = Object.keys(lives)
  const people = await Promise.all(names.map(() => person()))
  const nameById = new Map<string, string>(people.map(({ id }, index) => [id, names[index]!]))
  await eventually('what is known of them', async () => {
    const { count } = await api.segments.preview({ body: { rule: { field: 'status', exists: true } } })
    return count === names.length
  })
  await inSchool(caller.school, system.services.crm!.runtime, async ({ work }) => {
    const store = new FactStore(work)
    const present = people.map(({ id: user_id }, index) => ({
      ...{ user_id, here: true },
      facts: lives[names[index]!]!.facts ?? [],
    }))
    await store.keep(present, { kinds: factKinds, readAt: ago(-1) }, new Map())
    const events = people.flatMap(({ id: user_id }, index) =>
      (lives[names[index]!]!.events ?? []).map(event => ({ id: newId('evt'), user_id, ...event })),
    )
    store.record(events, new Map())
  })
  const found = await Promise.all(
    rules.map(async rule => {
      const { sample, exact } = await api.segments.preview({ body: { rule } })
      expect(exact).toBe(true)
      return sample.map((id: Id<'usr'>) => nameById.get(id)!).sort()
    }),
  )
  expect(found).toEqual([
    ['buyer'],
    ['regular'],
    ['leaver'],
    ['silent'],
    ['sleeper'],
    ['visitor'],
    ['ending'],
    ['failing'],
    ['celebrating'],
    ['asking'],
  ])
})
