// A person who is deleted, merged or erased after a request has read that they are there, and before it commits.
import { jest } from '@jest/globals'
import { type OperationEntry, operationId } from '@lms/api'
import { classes, idPlaces, newId } from '@lms/contract'
import { UnitOfWork } from '@lms/service-host'
import { asOwner, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type Example, exampleOf, pathNames, succeeds, valueAt } from '@lms/testing/contract-suite'
import { naming } from '../isolation/foreign-values.ts'
import type { Staff } from './staff.ts'

type At = Staff & { system: TestSystem }
interface PersonReference {
  /** `path.userId`, `body.user_id` */
  where: string
  /** An example of the operation, and the person it names there. */
  example(at: At): Promise<{ example: Example; person: string }>
}

/** Registers the tests of the changes among these operations, for each place where they name a person. */
export function erasures(entries: readonly OperationEntry[], at: () => At): void {
  const cases = entries
    .filter(entry => classes[entry.operation.class].changes && succeeds(entry))
    .flatMap(entry =>
      namedBy(entry).map(reference => ({
        entry,
        reference,
        title: `${entry.operation.route} ${reference.where}`,
      })),
    )
  if (cases.length === 0) return
  test.each(cases)('$title', async ({ entry, reference }) => {
    const { api } = at()
    const { example, person } = await reference.example(at())
    const seam = departBeforeCommit(person, entry.service, at())
    const answer = await api.ask(entry, example).finally(seam.restore)
    expect(answer.status).toBeLessThan(500)
    // Whoever holds the person has them wait; without that nothing is written about them any more.
    if (seam.left() && !mayStay.includes(operationId(entry)))
      expect(answer.status).toBeGreaterThanOrEqual(400)
  })
}

/** Registers the tests of the changes among these operations in whose rows the person who asks may be named. */
export function erasuresOfCallers(entries: readonly OperationEntry[], at: () => At): void {
  const cases = entries
    .filter(entry => classes[entry.operation.class].changes && succeeds(entry) && columnsOf(entry).length > 0)
    .map(entry => ({ entry, title: entry.operation.route }))
  if (cases.length === 0) return
  test.each(cases)('$title', async ({ entry }) => {
    const { api } = at()
    const example = await exampleOf(entry, api)
    // Of somebody new there is nothing before.
    if (example.onBehalfOf) return
    const { id } = await api.done('users.create', {
      body: { email: `${newId('usr')}@gone.example`, role: 'owner' },
    })
    const seam = departBeforeCommit(id, entry.service, at())
    const answer = await api.ask(entry, { ...example, onBehalfOf: id }).finally(seam.restore)
    expect(answer.status).toBeLessThan(500)
    if (seam.left()) expect(await placesOf(id, entry, at())).toEqual([])
  })
}

/** Rows that reactions to the events of a new person make, at any time. An erasure is heard after them. */
const ofReactions: readonly string[] = [
  'person_facts.user_id',
  'person_states.user_id',
  'segment_checks.user_id',
]

/** The columns of a service with a directory whose rows a merge gives to the other person, as `table.column`. */
const columnsOf = ({ service }: OperationEntry): string[] =>
  allServices
    .filter(({ contract, keepsPeople }) => keepsPeople && contract.service === service)
    .flatMap(({ personalData = [] }) => personalData.flatMap(({ move, columns }) => (move ? columns : [])))
    .filter(place => !ofReactions.includes(place))

/** Where rows of the service name the person. */
async function placesOf(person: string, entry: OperationEntry, { at: { schoolId }, system }: At) {
  return asOwner(system.ownerUrl, async client => {
    const places: string[] = []
    for (const place of columnsOf(entry)) {
      const [table, column] = place.split('.')
      const { rowCount } = await client.query(
        `select from "${entry.service}"."${table}" t where school_id = $1 and to_jsonb(t) ->> '${column}' = $2`,
        [schoolId, person],
      )
      if (rowCount) places.push(place)
    }
    return places
  })
}

/** Operations that may succeed about a person who has just left. */
const mayStay: readonly string[] = [
  // They change or end a row about the person, which the erasure ends by itself.
  'agentAccess.update',
  'agentAccess.close',
  'members.delete',
  // Their graph names whom tasks are for; a task for somebody who has left has no assignee.
  'scenarios.create',
  'scenarios.update',
  // It writes nothing.
  'mailings.test',
]

function namedBy(entry: OperationEntry): PersonReference[] {
  const { body, pathSchemas } = entry.operation
  const fits = (name: string, id: string) => pathSchemas[name]?.safeParse(id).success ?? false
  const { path } = entry.operation
  const inPath = pathNames(entry)
    .filter(
      name =>
        path.includes(`/users/{${name}}`) ||
        name === 'userId' ||
        (fits(name, newId('usr')) && !fits(name, newId('key'))),
    )
    .map(
      (name): PersonReference => ({
        where: `path.${name}`,
        example: async ({ api }) => {
          const example = await exampleOf(entry, api)
          return { example, person: example.path![name]! }
        },
      }),
    )
  const inBody = (body ? idPlaces(body) : [])
    .filter(({ prefix, reference }) => prefix === 'usr' || reference?.to.includes('usr'))
    .map(
      ({ fieldPath: bodyPath }): PersonReference => ({
        where: `body.${bodyPath.join('.')}`,
        example: async ({ api }) => {
          const example = await naming(entry, bodyPath, api)
          return { example, person: String(valueAt(example.body, bodyPath)) }
        },
      }),
    )
  return [...inPath, ...inBody]
}

/**
 * Has the person leave when a request to the service is about to commit its writes, as the reaction to the erasure
 * would: it waits for whoever holds the person, so then they stay.
 */
function departBeforeCommit(person: string, service: string, { at, system }: At) {
  const { finish } = UnitOfWork.prototype
  let hasLeft: boolean | null = null
  const spy = jest.spyOn(UnitOfWork.prototype, 'finish').mockImplementation(async function (
    this: UnitOfWork,
    answer,
  ) {
    const isIt = this.schema === service && this.school === at.schoolId && this.origin.caller !== null
    if (hasLeft === null && isIt && this.hasWrites) hasLeft = await depart(person, service, { at, system })
    return finish.call(this, answer)
  })
  return { left: () => hasLeft === true, restore: () => spy.mockRestore() }
}

/** Whether nobody held the person, who is gone then. */
async function depart(
  person: string,
  service: string,
  { at: { schoolId }, system }: Pick<At, 'at' | 'system'>,
): Promise<boolean> {
  return asOwner(system.ownerUrl, async client => {
    if (service === 'users') {
      const { rowCount } = await client.query(
        `update users.users set status = 'deleted' where (school_id, id) in
           (select school_id, id from users.users where school_id = $1 and id = $2 for update skip locked)`,
        [schoolId, person],
      )
      return rowCount === 1
    }
    await client.query('begin')
    const { rows } = await client.query(
      'select pg_try_advisory_xact_lock(hashtextextended($1::text || $2, 1)) as free',
      [schoolId, person],
    )
    if (rows[0].free)
      await client.query(
        `insert into "${service}".people (school_id, id, gone) values ($1, $2, true)
         on conflict (school_id, id) do update set gone = true`,
        [schoolId, person],
      )
    await client.query('commit')
    return rows[0].free
  })
}
