import { wakeSteps } from './wake.ts'

const channel = (id: string) => ({ id })

test('each channel is woken once, by what its cursor finds or by its queue; cursors that wait move to before the first', () => {
  const now = '2026-11-22T08:00:00.000Z'
  const [locked, woken, moved] = wakeSteps(
    [
      { school: 'a', sequence: 7, takers: [channel('1')], ordered: [channel('2')] },
      { school: 'b', sequence: 3, takers: [channel('3')], ordered: [] },
      { school: 'a', sequence: 8, takers: [channel('1'), channel('4')], ordered: [channel('2')] },
    ],
    now,
  )
  const keys = ['{"a","a","b","a"}', '{"1","2","3","4"}']
  expect(locked!.values).toEqual(keys)
  expect(woken!.values).toEqual([...keys, now])
  expect(moved!.values).toEqual(['{"a","b","a"}', '{"1","3","4"}', '{"7","3","8"}'])
})

test('what nobody takes wakes nobody', () => {
  expect(wakeSteps([{ school: 'a', sequence: 1, takers: [], ordered: [] }], 'x')).toEqual([])
})
