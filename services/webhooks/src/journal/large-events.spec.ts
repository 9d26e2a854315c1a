import { eventually } from '@lms/testing'
import { holdLock } from '../testing/journal-facts.ts'
import { webhooksWorld } from '../testing/world.ts'

describe('a large event', () => {
  const world = webhooksWorld()
  const large = { object: { comment: 'x'.repeat(100_000) } }
  const first = { object: { comment: 'first' } }
  const later = { object: { comment: 'later' } }

  /** Two schools, and a lock under which no event of the first one is entered. */
  const schools = async () => {
    const [slow, other] = [await world.subscribe(), await world.subscribe()]
    await slow.emit(first)
    await eventually('the first', async () => (await entered(slow)).length === 1)
    const lock = await holdLock(
      world.system.ownerUrl,
      `select 1 from webhooks.sequences where school_id = '${slow.caller.school}' for update`,
    )
    return { slow, other, lock }
  }
  const entered = ({ caller }: { caller: { school: string } }) => world.facts.sequences(caller.school)
  const comments = (school: string) =>
    world.facts
      .rows(
        `select payload::json #>> '{data,object,comment}' as comment from webhooks.events
         where school_id = $1 order by sequence`,
        [school],
      )
      .then(rows => rows.map(({ comment }) => comment.slice(0, 5)))

  test('lets events of other schools pass while it is entered, and none of its own', async () => {
    const { slow, other, lock } = await schools()
    await slow.emit(large)
    await lock.waitedFor()
    await slow.emit(later)
    await other.emit(first, later)
    await eventually('the events of the other school', async () => (await entered(other)).length === 2)
    expect(await comments(other.caller.school)).toEqual(['first', 'later'])
    expect(await comments(slow.caller.school)).toEqual(['first'])
    await lock.release()
    await eventually('its own', async () => (await entered(slow)).length === 3)
    expect(await comments(slow.caller.school)).toEqual(['first', 'xxxxx', 'later'])
    await eventually(
      'the deliveries',
      async () => (await world.facts.statuses(slow.caller.school)).delivered === 3,
    )
  })
})
