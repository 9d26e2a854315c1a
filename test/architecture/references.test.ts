// References across services: each is declared, checked, and has an owner.
import { operationId, operations } from '@lms/api'
import { idPlaces, objectOwners, type Prefix, prefixes } from '@lms/contract'
import { allServices } from '@lms/testing/all-services'
import { z } from 'zod'

const kinds = Object.keys(prefixes) as Prefix[]
const example = (kind: Prefix) => `${kind}_01h455vb4pex5vsknk084sn02q`
const serviceOf = (name: string | undefined) => allServices.find(({ contract }) => contract.service === name)

/** The kind of object in an operation's answer. */
const answered = (returns: z.ZodType) =>
  returns instanceof z.ZodObject
    ? kinds.find(kind => returns.shape.id?.safeParse(example(kind)).success)
    : undefined

/** The service of each kind of object. Members of something have the ids of people. */
const owners = new Map(
  operations
    .filter(({ operation }) => operation.class !== 'LN')
    .map(({ service, operation }) => [answered(operation.returns), service] as const),
)

const whereOf = (entry: (typeof operations)[number], bodyPath: readonly string[]) =>
  `${operationId(entry)} ${bodyPath.join('.')}`

const idReferences = operations.flatMap(entry =>
  entry.operation.body
    ? idPlaces(entry.operation.body).map(idField => ({
        ...idField,
        entry,
        where: whereOf(entry, idField.fieldPath),
      }))
    : [],
)
// Orders are created too often to ask for their person each time: commerce knows people from their events.
const knownFromEvents = [
  // Read at once, and refused where it is not ready.
  'attendanceImports.run file_id',
  'comments.update mention_ids.[]',
  'comments.create author_id',
  'comments.create mention_ids.[]',
  'certificates.create user_id',
  'checkouts.create user_id',
  'scenarios.update graph.nodes.[].assignee_id',
  'scenarios.create graph.nodes.[].assignee_id',
  'scenarios.dryRun user_id',
  'scenarios.run user_id',
  'scenarios.test userId',
  'curators.assign curator_id',
  'curators.assign user_id',
  'campaigns.update audience.user_ids.[]',
  'campaigns.update audience.exclude.user_ids.[]',
  'campaigns.create audience.user_ids.[]',
  'campaigns.create audience.exclude.user_ids.[]',
  'enrollments.create user_id',
  'gifts.create user_id',
  'gifts.redeem user_id',
  'lessonOverrides.create user_id',
  'homework.assign curator_id',
  'homework.claim curator_id',
  'mailings.update audience.user_ids.[]',
  'mailings.update audience.exclude.user_ids.[]',
  'mailings.create audience.user_ids.[]',
  'mailings.create audience.exclude.user_ids.[]',
  'mailings.test user_id',
  'messageTemplates.preview user_id',
  'messages.create user_id',
  'notes.create user_id',
  'lessonCompletions.complete user_id',
  'lessonCompletions.undo user_id',
  'lessonOverrides.create user_id',
  'orders.create user_id',
  'orders.preview user_id',
  'partners.create user_id',
  'partners.update user_id',
  'progress.reset user_id',
  'promoCodeChecks.check user_id',
  'quizAttempts.review curator_id',
  'segments.preview user_id',
  'reviews.create user_id',
  'subscriptions.create user_id',
  'suppressions.create user_id',
  'tasks.update assignee_id',
  'tasks.update user_id',
  'tasks.create assignee_id',
  'tasks.create user_id',
  'webinarMessages.create user_id',
  'webinarRegistrations.create user_id',
]

test('an id of another service’s object in a body is declared as a reference', () => {
  const unchecked = idReferences.filter(({ prefix, reference, entry }) => {
    const owner = prefix && (owners.get(prefix) ?? objectOwners[prefix]?.service)
    return owner && owner !== entry.service && !reference
  })
  expect(new Set(unchecked.map(({ where }) => where))).toEqual(new Set(knownFromEvents))
})

test('every referenced kind has an owner, which answers for it', () => {
  const referred = [...new Set(idReferences.flatMap(({ reference }) => reference?.to ?? []))].sort()
  expect(Object.keys(objectOwners)).toEqual(expect.arrayContaining(referred))
  for (const kind of referred) {
    const ownerService = serviceOf(objectOwners[kind]!.service)
    if (ownerService)
      expect({ kind, answers: ownerService.objects?.[kind] }).toEqual({ kind, answers: expect.any(Function) })
    expect(owners.get(kind) ?? objectOwners[kind]!.service).toBe(objectOwners[kind]!.service)
  }
})

test('before an object is deleted, every service that references its kind is asked, and answers', () => {
  const deletable = new Set(
    operations
      .filter(({ operation: { method, path } }) => method === 'DELETE' && path.endsWith('/{id}'))
      .map(({ operation }) => answered(operation.returns)),
  )
  const referring = idReferences.flatMap(({ entry, reference }) =>
    (reference?.to ?? []).filter(kind => deletable.has(kind)).map(kind => ({ kind, service: entry.service })),
  )
  for (const { kind, service } of referring) expect(objectOwners[kind]!.namedBy).toContain(service)
})
