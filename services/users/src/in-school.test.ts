import { eachSchool } from './in-school.ts'

test('what fails in one school is logged, and the others get their rows', async () => {
  const rows = ['a1', 'b1', 'a2', 'c1'].map(name => [name[0]!, name])
  const failed: unknown[] = []
  const log = { warn: (fields: { school: string }) => failed.push(fields.school) }
  const done: string[] = []
  await eachSchool(rows, { log } as never, async (school, own) => {
    if (school === 'a') throw new Error('away')
    done.push(...own.map(([, name]) => name!))
  })
  expect(failed).toEqual(['a'])
  expect(done).toEqual(['b1', 'c1'])
})
