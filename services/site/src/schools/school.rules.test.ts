import { changeLimits, defaultLimits, limitsOf } from './school.rules.ts'

test('a given limit applies, and null restores the default', () => {
  const own = changeLimits({ key_rate: 5, key_burst: 10 }, { key_rate: null, school_rate: 7 })
  expect(own).toEqual({ key_burst: 10, school_rate: 7 })
  expect(limitsOf(own)).toEqual({ ...defaultLimits, key_burst: 10, school_rate: 7 })
})

test('an absent limit stays', () => {
  expect(changeLimits({ key_rate: 5 }, { key_burst: undefined })).toEqual({ key_rate: 5 })
})
