// Fills the demo school through its API. Every call has an Idempotency-Key of its own, so an interrupted run is
// completed by repeating it.
import { setTimeout as pause } from 'node:timers/promises'
import type { LmsClient } from '@lms/api'
import { ApiError, type Id } from '@lms/contract'
import { seedAgent } from './demo-agent.ts'
import { seedCertificates } from './demo-certificates.ts'
import { courseOfGroup, demoCourses, demoFlow, seedCourse } from './demo-courses.ts'
import { seedCrm } from './demo-crm.ts'
import { seedDaily } from './demo-daily.ts'
import { demoBirthday, demoField, demoGroups, demoOffers, demoOrders, demoPeople } from './demo-data.ts'
import { seedLogo, seedPicture } from './demo-files.ts'
import { seedForm, seedSubmissions } from './demo-form.ts'
import { seedPages } from './demo-pages.ts'
import { seedExpiring, seedSales, seedTerms } from './demo-sales.ts'
import { settled } from './demo-settled.ts'
import { seedDrip, seedStudy } from './demo-study.ts'
import { seedWebinars } from './demo-webinars.ts'

const parallel = 16

/** Creates people, groups, offers with their items, and orders in their states; returns their numbers as text. */
export async function seedSchool(client: LmsClient, baseUrl: string): Promise<string> {
  const each = <T, R>(list: readonly T[], work: (value: T, index: number) => Promise<R>) =>
    inParallel(list, (value, index) => patiently(() => work(value, index)))
  await Promise.all([patiently(() => ensureFields(client)), patiently(() => seedTerms(client))])
  const [people, courses, picture, logo, form] = await Promise.all([
    each(demoPeople, (person, index) => ensurePerson(client, person, index)),
    each(demoCourses, (course, index) => seedCourse(client, course, index)),
    patiently(() => seedPicture(client)),
    patiently(() => seedLogo(client)),
    patiently(() => seedForm(client)),
  ])
  const groups = await each(demoGroups, (name, index) => ensureGroup(client, name, index, courses))
  const offers = await each(demoOffers, (offer, index) =>
    ensureOffer(client, { ...offer, image_file_id: index === 0 ? picture : null }, index, groups),
  )
  const seeding = { client, people, offers, patiently }
  await seedExpiring(seeding)
  const orders = await each(demoOrders, (order, index) => ensureOrder(client, order, index, people, offers))
  const sales = await seedSales(seeding)
  const pages = await patiently(() =>
    seedPages(client, { offer: offers[0]!, picture, form, logo, course: courses[0]! }),
  )
  const submission = await patiently(() => seedSubmissions(client, form))
  const registration = await patiently(() => seedWebinars(client, { people, offer: offers[0]! }))
  await settled(client, groups)
  await patiently(() => seedDrip(client, courses[1]!))
  const comment = await patiently(() => seedStudy(client, courses[0]!))
  const review = await patiently(() => seedCertificates(client, courses))
  const scenario = await patiently(() => seedCrm(client, { people, courses }))
  const agent = await patiently(() =>
    seedAgent({
      client,
      baseUrl,
      administrator: people[demoPeople.findIndex(({ role }) => role === 'administrator')]!,
      unpaid: orders[demoOrders.findIndex(({ end }) => end === 'waiting')]!,
    }),
  )
  const { ran, exported } = await patiently(() => seedDaily(client, { people, courses, groups }))
  await journaled(client, {
    person: people.at(-1)!,
    order: orders.at(-1)!,
    submission,
    registration,
    comment,
    review,
    scenario,
    ran,
    exported,
  })
  return `${people.length} people, ${courses.length} courses, ${offers.length} offers, ${demoOrders.length} orders, ${sales}, ${pages}, a form, webinars, certificates, reviews, segments, scenarios, an import, an export, ${agent}`
}

/** The custom field of the demo people. */
async function ensureFields(client: LmsClient) {
  for (const [index, body] of [demoField, demoBirthday].entries())
    try {
      await client.customFields.create({ body, idempotencyKey: keyOf('field', index) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'custom_field_name_taken') throw error
    }
}

const keyOf = (what: string, index: number) => `demo-${what}-${index + 1}`

async function ensurePerson(client: LmsClient, person: (typeof demoPeople)[number], index: number) {
  try {
    return (await client.users.create({ body: person, idempotencyKey: keyOf('person', index) })).id
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'email_taken') throw error
    return (await client.users.byEmail({ path: { email: person.email } })).id
  }
}

/** A flow whose members study the course of the group's name, if there is one. */
async function ensureGroup(client: LmsClient, name: string, index: number, courses: readonly Id<'crs'>[]) {
  const courseIndex = demoCourses.findIndex(({ title }) => title === courseOfGroup[name])
  const course_ids = courseIndex < 0 ? [] : [courses[courseIndex]!]
  // One of them is a flow in progress. The day alone counts, so that a repetition sends the same.
  const startDate = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  const starts_at = name === demoFlow ? `${startDate}T09:00:00Z` : null
  const body = { name, course_ids, starts_at }
  return (await client.groups.create({ body, idempotencyKey: keyOf('group', index) })).id
}

async function ensureOffer(
  client: LmsClient,
  { items, ...offer }: (typeof demoOffers)[number] & { image_file_id: Id<'fil'> | null },
  index: number,
  groups: readonly Id<'grp'>[],
) {
  const { id } = await client.offers.create({ body: offer, idempotencyKey: keyOf('offer', index) })
  for (const [itemIndex, { kind, name, group }] of items.entries())
    await client.offerItems.create({
      path: { id },
      body: { kind, name, ...(group && { resource_id: groups[demoGroups.indexOf(group)]! }) },
      idempotencyKey: keyOf(`offer-${index + 1}-item`, itemIndex),
    })
  return id
}

async function ensureOrder(
  client: LmsClient,
  { person, items, comment, end }: (typeof demoOrders)[number],
  index: number,
  people: readonly string[],
  offers: readonly string[],
) {
  const body = {
    user_id: people[person] as `usr_${string}`,
    items: items.map(({ offer, quantity }) => ({ offer_id: offers[offer] as `off_${string}`, quantity })),
    comment,
  }
  const { id } = await client.orders.create({ body, idempotencyKey: keyOf('order', index) })
  if (end === 'paid')
    await client.orders.markPaid({ path: { id }, body: {}, idempotencyKey: keyOf('order-paid', index) })
  if (end === 'canceled')
    await client.orders.cancel({ path: { id }, idempotencyKey: keyOf('order-canceled', index) })
  return id
}

const longestJournaling = 30_000

/** Objects with the last event of their service. */
type Last =
  | ('person' | 'order' | 'submission' | 'registration' | 'comment')
  | ('review' | 'scenario' | 'ran' | 'exported')

/**
 * Waits until the journal has all events, so that subscribers to the ready school receive only their own. Each
 * service's events arrive in the order of their commits: the last ones committed arrive last.
 */
async function journaled(
  client: LmsClient,
  { person, order, submission, registration, comment, review, scenario, ran, exported }: Record<Last, string>,
): Promise<void> {
  // A request without a change emits nothing.
  const [profile, note] = [{ time_zone: 'Europe/Lisbon' }, { comment: 'Call before the first lesson.' }]
  await Promise.all([
    client.users.update({ path: { id: person }, body: profile, idempotencyKey: 'demo-last-person' }),
    client.orders.update({ path: { id: order }, body: note, idempotencyKey: 'demo-last-order' }),
  ])
  const isIn = async (id: string, type: string, times = 1) =>
    (await client.events.list({ query: { object_id: id, type, limit: times } })).data.length === times
  const areIn = async () =>
    (await isIn(person, 'user.updated')) &&
    (await isIn(order, 'order.updated')) &&
    (await isIn(submission, 'user.form_submitted')) &&
    (await isIn(registration, 'webinar.registered')) &&
    (await isIn(comment, 'lesson.comment_created')) &&
    (await isIn(review, 'course.review_created')) &&
    // Published, then enabled.
    (await isIn(scenario, 'system.scenario_published', 2)) &&
    (await isIn(ran, 'system.scenario_run_finished')) &&
    (await isIn(exported, 'system.export_finished'))
  const until = performance.now() + longestJournaling
  while (!(await areIn())) {
    if (performance.now() > until)
      throw new Error('The events of the demo school do not arrive in the journal.')
    await pause(50)
  }
}

async function inParallel<T, R>(
  list: readonly T[],
  work: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < list.length; index = next++)
      results[index] = await work(list[index]!, index)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}

const maxAttempts = 8

/** Repeats a call that may succeed in a moment. */
async function patiently<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || !maySucceedSoon(error) || attempt === maxAttempts) throw error
      await pause((error.retryAfter ?? 0.2 * attempt) * 1000 * (0.8 + Math.random() * 0.4))
    }
}

// Commerce may learn of a new person a moment later.
const maySucceedSoon = ({ status, reason }: ApiError) =>
  status === 429 || status === 503 || reason === 'idempotency_in_progress' || reason === 'user_unknown'
