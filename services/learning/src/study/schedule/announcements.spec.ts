// What was told to flows and to people is what opened to them, over random histories of a school whose processes are killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Id } from '@lms/contract'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { eventually, startSystem, type TestSystem, testSeed } from '@lms/testing'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { learningService } from '../../service.ts'
import { movedClock, schoolWithStudies } from '../../testing/flows.ts'
import { killSteps } from '../../testing/killed-learning.ts'

const program = fileURLToPath(new URL('../../testing/killed-learning.ts', import.meta.url))
const [hour, day] = [3_600_000, 86_400_000]
const { clock, move, in: later } = movedClock()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock,
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const [lessonCount, peopleCount] = [4, 6]
const lesson = fc.nat(lessonCount - 1)
const person = fc.nat(peopleCount - 1)
const condition = fc.oneof(
  fc.record({
    kind: fc.constant('days_after'),
    from: fc.constantFrom('flow_start', 'own_start'),
    days: fc.integer({ min: 0, max: 8 }),
  }),
  fc.record({
    kind: fc.constant('weekday'),
    from: fc.constantFrom('flow_start', 'own_start'),
    weekday: fc.constantFrom('monday', 'thursday'),
    number: fc.integer({ min: 1, max: 2 }),
    time: fc.constant('10:00'),
  }),
)
const conditions = fc.array(condition, { maxLength: 2 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('time'), hours: fc.integer({ min: 5, max: 50 }) }) },
  fc.record({ kind: fc.constant('rule'), lesson, conditions }),
  fc.record({
    kind: fc.constant('override'),
    person,
    lesson,
    opening: fc.constantFrom('open', 'hold'),
    days: fc.integer({ min: -1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('release'), person }),
  fc.record({ kind: fc.constant('freeze'), person }),
  fc.record({ kind: fc.constant('transfer'), person }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A process that dies at this step of the next telling, if there is one within the time that it has. */
async function killAt(at: string): Promise<void> {
  const [port] = await freePorts(1)
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: {
      ...process.env,
      ...environmentOf({ ...system.configs.learning!, port: port!, taskSlots: 2 }),
      ...{ KILL_AT: at, CLOCK_AHEAD_MS: String(clock.now().getTime() - Date.now()) },
    },
    stdio: 'inherit',
  })
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
  // The lease of the dead process ends.
  move(120_000)
}

const learning = () => system.services.learning!
async function workOff(): Promise<void> {
  await system.services.users!.workOffTasks()
  await learning().workOffTasks()
}

/** The answer of a call that waits for tasks. */
async function worked<T>(answer: Promise<T>): Promise<T> {
  let isOpen = true
  const end = () => {
    isOpen = false
  }
  answer.then(end, end)
  while (isOpen) await workOff()
  return answer
}

async function settle(): Promise<void> {
  // What is read of the rights counts for a second, and a follower of the flows looks after two.
  move(3000)
  await workOff()
  move(3000)
  await workOff()
}

async function schoolOf(rules: (typeof conditions extends fc.Arbitrary<infer C> ? C : never)[]) {
  const fixture = await schoolWithStudies(system, lessonCount)
  const course_ids = [fixture.course.id]
  const flows = [
    await fixture.flow(later(-day), { course_ids }),
    await fixture.flow(later(1.5 * day), { course_ids }),
  ]
  for (const [index, ruleConditions] of rules.entries())
    await fixture.rule(fixture.lessons[index]!.id, ruleConditions)
  const people = await Promise.all(Array.from({ length: peopleCount }, () => fixture.person()))
  const groups = new Map<string, Id<'grp'>>()
  const enrollments = new Map<string, Id<'enr'>>()
  for (const [index, user_id] of people.entries()) {
    const flow = flows[index % 3]
    if (flow) await fixture.users.members.add({ path: { id: flow.id }, body: { user_id } })
    else await fixture.grant(user_id)
    if (flow) groups.set(user_id, flow.id)
  }
  await settle()
  for (const user_id of people) {
    const body = { user_id, course_id: fixture.course.id, group_id: groups.get(user_id) ?? null }
    const [enrollment] = (await fixture.api.enrollments.list({ query: { user_id } })).data
    enrollments.set(user_id, (enrollment ?? (await fixture.api.enrollments.create({ body }))).id)
  }
  await settle()
  /** The pairs of person and lesson that are open; those of a frozen study stay as they were. */
  const open = async (before: ReadonlySet<string> = new Set()) => {
    const pairLists = await Promise.all(
      people.map(async user_id => {
        const { status } = await fixture.api.enrollments.get({ path: { id: enrollments.get(user_id)! } })
        if (status === 'frozen') return [...before].filter(pair => pair.startsWith(user_id))
        const items = await fixture.schedule({ user_id })
        return items
          .filter(({ status }) => status === 'open')
          .map(({ lesson_id }) => `${user_id} ${lesson_id}`)
      }),
    )
    return new Set(pairLists.flat())
  }
  const events = async () =>
    (await fixture.opened()).map(({ user_id, group_id, lesson_id }) => `${user_id ?? group_id} ${lesson_id}`)
  return { ...fixture, flows, people, groups, enrollments, open, events }
}
type School = Awaited<ReturnType<typeof schoolOf>>

const acts: { [K in Step['kind']]: (input: any, school: School) => Promise<unknown> } = {
  time: async ({ hours }) => move(hours * hour),
  rule: ({ lesson, conditions }, { lessons, rule }) => rule(lessons[lesson]!.id, conditions),
  override: ({ person, lesson, opening, days }, { people, lessons, override }) =>
    override({
      user_id: people[person],
      lesson_ids: [lessons[lesson]!.id],
      opening,
      at: later(days * day),
    }),
  release: async ({ person }, { api, people }) => {
    const { data } = await api.lessonOverrides.list({ query: { user_id: people[person]! } })
    if (data[0]) await api.lessonOverrides.delete({ path: { id: data[0].id } })
  },
  freeze: async ({ person }, { api, people, enrollments }) => {
    const path = { id: enrollments.get(people[person]!)! }
    const { status } = await api.enrollments.get({ path })
    if (status === 'active') await worked(api.enrollments.freeze({ path }))
    if (status === 'frozen') await worked(api.enrollments.unfreeze({ path }))
  },
  // It does to each lesson what its preview has said.
  transfer: async ({ person }, { users, people, flows, groups, api, enrollments, schedule }) => {
    const user_id = people[person]!
    const from = groups.get(user_id)
    const into = flows.find(({ id }) => id !== from)!
    if (!from) return
    const [plannedTransfer] = (
      await users.transfers.preview({ path: { id: into.id }, query: { userId: user_id } })
    ).data
    await users.transfers.move({ path: { id: into.id }, body: { user_id } })
    groups.set(user_id, into.id)
    for (;;) {
      const { group_id } = await api.enrollments.get({ path: { id: enrollments.get(user_id)! } })
      if (group_id === into.id) break
      await workOff()
    }
    const currentSchedule = await schedule({ user_id })
    expect(currentSchedule.map(({ lesson_id, status, opens_at }) => [lesson_id, status, opens_at])).toEqual(
      plannedTransfer!.lessons.map(({ lesson_id, new_status, new_opens_at }) => [
        lesson_id,
        new_status,
        new_opens_at,
      ]),
    )
  },
}

test('whoever a lesson opens to is told once, personally or with their flow', async () => {
  const history = fc.record({
    rules: fc.array(conditions, { minLength: lessonCount, maxLength: lessonCount }),
    steps: fc.array(step, { minLength: 14, maxLength: 14 }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ rules, steps }) => {
      const school = await schoolOf(rules)
      let before = await school.open()
      let seen = (await school.events()).length
      for (const each of steps) {
        await acts[each.kind](each, school)
        await settle()
        const [now, events] = [await school.open(before), await school.events()]
        const fresh = events.slice(seen)
        const people = fresh.filter(pair => pair.startsWith('usr_'))
        const opened = [...now].filter(pair => !before.has(pair))
        // A flow is told as a whole, also for those to whom the lesson was open before or is not open yet.
        const withFlow = opened.filter(pair => {
          const [user, lesson] = pair.split(' ') as [string, string]
          return !people.includes(pair) && fresh.includes(`${school.groups.get(user)} ${lesson}`)
        })
        const notifiedPairs = [...people, ...withFlow]
        expect({ each, untold: opened.filter(pair => !notifiedPairs.includes(pair)) }).toEqual({
          each,
          untold: [],
        })
        // A changed rule may move the instant of what a flow has told: then it is news to the people of the flow.
        const unexpectedPairs = notifiedPairs.filter(
          pair => !opened.includes(pair) && (each.kind !== 'rule' || !now.has(pair)),
        )
        expect({ each, known: unexpectedPairs }).toEqual({ each, known: [] })
        expect(new Set(fresh).size).toBe(fresh.length)
        before = now
        seen = events.length
      }
    }),
    { numRuns: 3, seed: testSeed, endOnFailure: true },
  )
}, 120_000)

test.each(killSteps)(
  'a process that dies %s of a telling tells nothing twice and leaves nothing out',
  async at => {
    const inDays = (days: number) => [{ kind: 'days_after' as const, from: 'flow_start' as const, days }]
    const school = await schoolOf([[], inDays(4), inDays(5), inDays(6)])
    const { people, flows, lessons, override } = school
    await override({ user_id: people[2]!, lesson_ids: [lessons[1]!.id], opening: 'open', at: later(5 * day) })
    await settle()
    move(9 * day)
    for (let round = 0; round < 2; round++) await killAt(at)
    const ofFlows = flows.flatMap(({ id }) => lessons.slice(1).map(lesson => `${id} ${lesson.id}`))
    // What has no rule opens with the flow that starts only later.
    const withStart = `${flows[1]!.id} ${lessons[0]!.id}`
    const due = [...ofFlows, withStart, `${people[2]} ${lessons[1]!.id}`].toSorted()
    // The database may still be at the last commit that the dead process has sent.
    await eventually('everything to be told', async () => {
      await settle()
      return (await school.events()).length >= due.length
    })
    expect((await school.events()).toSorted()).toEqual(due)
  },
  60_000,
)
