// Visibility for students: their own objects, and those for everyone. Another person's object does not exist for them.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, hasPermission } from '@lms/contract'
import {
  type Example,
  entryOf,
  exampleOf,
  examples,
  pathNames,
  type School,
  unknownLike,
} from '@lms/testing/contract-suite'
import { unique } from '@lms/testing/examples'
import { roleRights } from '@lms/users/contract'
import type { Staff } from './staff.ts'

// Lists that a school shows to everyone with the permission. A new operation for students is either here, or shows only
// the student's own objects.
export const forEveryone = [
  'courses.list',
  'courses.get',
  'courseStructures.get',
  'modules.list',
  'modules.get',
  'lessons.list',
  'lessons.get',
  'lessonAccessRules.get',
  'offers.list',
  'offers.get',
  'offerItems.list',
  'offerItems.get',
  'prices.list',
  'prices.get',
  'webinars.list',
  'webinars.get',
  'webinarSessions.list',
  'webinarSessions.get',
  'reviews.list',
  'reviews.get',
]

/** Lessons are for everyone, their content for those to whom they are open. */
const closedToOthers = ['lessonBlocks.list', 'lessonBlocks.get']
/** Operations that make an item of a list without a `POST` of its own. */
const madeBy: Readonly<Record<string, string>> = { '/v1/progress': 'lessonCompletions.complete' }
/** Lists that show what belongs to the courses that a person studies. */
const ofStudiedCourses = ['quizzes.list', 'assignments.list', 'comments.list']

/** How there comes to be an item of a list that no operation makes directly: its id, of a partner who is the person. */
const madeFor: Readonly<Record<string, (school: School, person: { id: string }) => Promise<string>>> = {
  'partnerAccruals.list': async (school, person) => (await earned(school, person)).id,
  'partnerPayouts.list': async (school, person) => {
    const { partner_id, currency } = await earned(school, person)
    return (await school.done('partnerPayouts.create', { body: { partner_id, currency } })).id
  },
}

/** What an order has earned a partner, available at once. */
async function earned(school: School, { id: user_id }: { id: string }) {
  const { id: partner_id, code } = await school.done('partners.create', {
    body: { name: 'Partner', code: unique(), basis_points: 1000, user_id },
  })
  const [buyer, offer] = await Promise.all([
    school.make('users.create'),
    school.make('offers.create', { currency: 'EUR' }),
  ])
  const { id } = await school.done('orders.create', {
    body: { user_id: buyer.id, items: [{ offer_id: offer.id }], partner_code: code },
  })
  await school.done('orders.markPaid', { path: { id }, body: { paid_at: '2020-01-01T00:00:00Z' } })
  const { body } = await school.ask(entryOf('partnerAccruals.list'), { query: `?partner_id=${partner_id}` })
  return body.data[0]
}

const forStudents = operations.filter(
  ({ operation }) => operation.permission && hasPermission([roleRights.student], operation.permission),
)
const isShared = (entry: OperationEntry) => forEveryone.includes(operationId(entry))

/** Registers the tests of those of these operations that students may use. */
export function ownObjects(entries: readonly OperationEntry[], staff: () => Staff): void {
  const theirs = forStudents.filter(entry => entries.includes(entry))
  if (theirs.length === 0) return
  let student: { id: string }
  beforeAll(async () => {
    const { api, at } = staff()
    student = await api.done('users.create', { body: { email: `own@${at.host}`, role: 'student' } })
  })

  const owned = new Set<string>()
  /** An example of the student's own objects. */
  async function ownExample(entry: OperationEntry): Promise<Example> {
    const example = await exampleOf(entry, whereEveryoneIs(student, staff().api))
    if (entry.operation.path.startsWith('/v1/users/{id}')) return { ...example, path: { id: student.id } }
    if (example.path?.id) owned.add(example.path.id)
    return example
  }
  const isOwn = (item: { id: string }) => owned.has(item.id) || JSON.stringify(item).includes(student.id)

  const pathEntries = theirs.filter(entry => pathNames(entry).length)
  for (const entry of pathEntries)
    test(entry.operation.route, async () => {
      const { api } = staff()
      const ask = (example: Example) => api.ask(entry, { ...example, onBehalfOf: student.id })
      const own = await ask(await ownExample(entry))
      expect(own.status).toBe(classes[entry.operation.class].success)
      const example = await exampleOf(entry, api)
      const foreign = await ask(example)
      if (isShared(entry)) return void expect(foreign.status).toBe(classes[entry.operation.class].success)
      if (closedToOthers.includes(operationId(entry)))
        return void expect(foreign.body.error).toMatchObject({ code: 'forbidden', reason: 'lesson_closed' })
      const path = Object.entries(example.path!).map(([name, value]) => [name, unknownLike(value)])
      const unknown = await ask({ ...example, path: Object.fromEntries(path) })
      expect(foreign.status).toBe(404)
      for (const { body } of [foreign, unknown]) body.error.request_id = null
      expect(foreign.body).toEqual(unknown.body)
    })

  const lists = theirs.filter(({ operation }) => operation.list && operation.class === 'L')
  for (const entry of lists)
    test(entry.operation.route, async () => {
      const { api } = staff()
      const own = await listedIn(entry, ownExample, student)
      if (own) owned.add(own)
      await listedIn(entry, other => exampleOf(other, api), await api.make('users.create'))
      const { body } = await api.ask(entry, { onBehalfOf: student.id, query: '?limit=1000' })
      const ids = body.data.map(({ id }: { id: string }) => id)
      if (own) expect(ids).toContain(own)
      else expect(ids).not.toEqual([])
      const studied = ofStudiedCourses.includes(operationId(entry)) ? await coursesOfStudent() : new Set()
      const foreign = body.data.filter(
        (item: { id: string; course_id?: string }) => !isOwn(item) && !studied.has(item.course_id),
      )
      if (!isShared(entry)) expect(foreign).toEqual([])
      // A key of the role without a person owns nothing.
      const nobody = await askAsNobody(entry)
      expect(nobody.body.data.length > 0).toBe(isShared(entry))
    })

  async function coursesOfStudent(): Promise<Set<unknown>> {
    const query = `?limit=1000&user_id=${student.id}`
    const { data } = await staff().api.done('enrollments.list', { query })
    return new Set(data.map(({ course_id }: { course_id: string }) => course_id))
  }

  function askAsNobody(entry: OperationEntry) {
    const { gateway, at, ways } = staff()
    const path = `/api${entry.operation.path}`
    return gateway.call('GET', path, { host: at.host, headers: ways.student[0]!.headers })
  }

  /**
   * Creates an item of a list, from the example of an operation that uses or adds one; returns its id. The example of a list
   * of computed items makes what they are computed from.
   */
  async function listedIn(
    entry: OperationEntry,
    example: (entry: OperationEntry) => Promise<Example>,
    person: { id: string },
  ): Promise<string | null> {
    const making = madeFor[operationId(entry)]
    if (making) return making(staff().api, person)
    const { path } = entry.operation
    const one = pathEntries.find(({ operation }) => operation.path.startsWith(`${path}/{`))
    if (one) return Object.values((await example(one)).path!)[0]!
    if (path === '/v1/webinar-attendance') return attendanceIn(example)
    if (operationId(entry) in examples) {
      await example(entry)
      return null
    }
    const adding = madeBy[path]
      ? entryOf(madeBy[path])
      : operations.find(({ operation }) => operation.path === path && operation.method === 'POST')
    if (!adding)
      throw new Error(`Nothing of the API makes an item of ${path}: say here how there comes to be one.`)
    return (await staff().api.done(operationId(adding), await example(adding))).id
  }

  /** Attendance has no operation for one: imports and the rooms of webinars make it. */
  async function attendanceIn(example: (entry: OperationEntry) => Promise<Example>): Promise<string> {
    const { api } = staff()
    const { id } = await api.done('attendanceImports.run', await example(entryOf('attendanceImports.run')))
    const { data } = await api.done('webinarAttendance.list', { query: `?session_id=${id}` })
    return data[0].id
  }
}

/** Registers the tests of lists for everyone. */
export function whatIsForEveryone(staff: () => Staff): void {
  let student: { id: string }
  beforeAll(async () => {
    student = await staff().api.make('users.create', { role: 'student' })
  })

  test('the list of exceptions is up to date', () => {
    expect(forEveryone.filter(id => !forStudents.includes(entryOf(id)))).toEqual([])
  })

  test('an inactive offer is only for staff: neither students nor pages see it or its items', async () => {
    const { api } = staff()
    const item = entryOf('offerItems.get')
    for (const status of ['draft', 'archived']) {
      const { path } = await exampleOf(item, api)
      await api.done('offers.update', { path: { id: path!.id! }, body: { status } })
      expect((await api.ask(item, { path: path! })).status).toBe(200)
      for (const by of [{ onBehalfOf: student.id }, { as: 'publishable' as const }]) {
        for (const id of ['offers.get', 'offerItems.list', 'offerItems.get'])
          expect((await api.ask(entryOf(id), { path: path!, ...by })).status).toBe(404)
        const { body } = await api.ask(entryOf('offers.list'), {
          query: `?limit=1000&status=${status},active`,
          ...by,
        })
        expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(path!.id)
      }
    }
  })
}

/** The school for the examples, with this one person in place of new ones, who uploads all files. */
const whereEveryoneIs = (person: { id: string }, school: School): School => ({
  ...school,
  done: (id, options) => {
    if (id === 'users.create') return Promise.resolve(person)
    return school.done(id, id === 'files.start' ? { ...options, onBehalfOf: person.id } : options)
  },
})
