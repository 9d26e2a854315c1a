// The reactions of a service to events of people: its directory follows them, and its personal data are moved and
// erased as declared.
import { type Envelope, event, id } from '@lms/contract'
import { z } from 'zod'
import { defineService } from '../define-service.ts'
import { PeopleDirectory } from '../directory/people.ts'
import type { PersonalData } from '../directory/personal-data.ts'
import type { BatchReaction, Reaction, Service } from '../service.ts'
import type { Work } from '../work/work.ts'

const person = z.looseObject({ id: id('usr') })
const declared = { object: person, related: ['user_id'] } as const

const userCreated = event('user.created', { when: 'a person was created', ...declared })
const userDeleted = event('user.deleted', { when: 'a person was deleted', ...declared })
const userMerged = event('user.merged', { when: 'a person was merged into another', ...declared })
const userAnonymized = event('user.anonymized', {
  when: 'personal data of a person were erased',
  ...declared,
})

type Input = Work & { event: Envelope<z.infer<typeof person>> }

/** The service that emits the events of people follows none of them. */
const emitsPeople = ({ contract }: Pick<Service, 'contract'>): boolean =>
  contract.events.some(({ type }) => type === userAnonymized.type)

/** The reactions that follow from `keepsPeople` and `personalData`, except to new people. */
export function peopleReactions({ contract, keepsPeople = false, personalData = [] }: Service): Reaction[] {
  if (emitsPeople({ contract })) return []
  const { reaction } = defineService({})
  const moves = personalData.some(({ move }) => move)
  const erases = personalData.some(({ erase }) => erase)
  if (moves && !keepsPeople)
    throw new Error('Personal data with a move need a directory of people: keepsPeople.')
  return [
    ...(keepsPeople
      ? [
          reaction('user-deleted', userDeleted, async ({ event, work }) =>
            new PeopleDirectory(work).note([event.data.object.id], true),
          ),
          reaction('user-merged', userMerged, (input, stores) => moveData(input, stores, personalData)),
        ]
      : []),
    ...(keepsPeople || erases
      ? [
          reaction('user-anonymized', userAnonymized, (input, stores) =>
            eraseAll(input, stores, { keepsPeople, personalData }),
          ),
        ]
      : []),
  ]
}

/** New people enter the directory together: an import makes hundreds at a time. */
export function peopleBatchReactions({ contract, keepsPeople = false }: Service): BatchReaction[] {
  if (!keepsPeople || emitsPeople({ contract })) return []
  const { batchReaction } = defineService({})
  return [
    batchReaction({
      name: 'user-created',
      to: [userCreated],
      // Nobody waits for it: of a person who is not in the directory yet the users service is asked.
      restMs: 200,
      repeatable: true,
      prepare: async () => null,
      run: async ({ events, work }) =>
        new PeopleDirectory(work).note(
          events.map(({ data }) => data.object.id),
          false,
        ),
    }),
  ]
}

/** The data of the duplicate move to the other person, or to the last one into whom that person was merged. */
async function moveData(
  { event, ...work }: Input,
  stores: unknown,
  personalData: readonly PersonalData[],
): Promise<void> {
  const people = new PeopleDirectory(work.work)
  const from = event.related.merged_user_id!
  await people.lockExclusive(from)
  const into = await people.become(event.data.object.id)
  // The event of the other person's erasure may have arrived first.
  const erased = await people.isErased(into)
  people.noteMerged(from, event.data.object.id)
  for (const { move } of personalData) await move?.({ from, into, erased }, work, stores)
}

async function eraseAll(
  { event, ...work }: Input,
  stores: unknown,
  { keepsPeople, personalData }: { keepsPeople: boolean; personalData: readonly PersonalData[] },
): Promise<void> {
  const people = new PeopleDirectory(work.work)
  const { id } = event.data.object
  if (keepsPeople) await people.lockExclusive(id)
  for (const { erase } of personalData) await erase?.(id, work, stores)
  if (keepsPeople) people.noteErased(id)
}
