import { jest } from '@jest/globals'
import fc from 'fast-check'
import { randomHex, randomOfFile, testSeed } from './random.ts'

const first = Math.random()

test('the seed of the run is that of Jest', () => {
  expect(testSeed).toBe(jest.getSeed())
})

test('the seed of the run is fast-check’s', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: testSeed })
})

test('the seed of the run and the name of the file determine Math.random', () => {
  expect(first).toBe(randomOfFile('packages/testing/src/random.test.ts').next())
  expect(first).not.toBe(randomOfFile('packages/testing/src/other.test.ts').next())
})

test.each([1, 12, 33])('%d hexadecimal digits have that length', length => {
  expect(randomHex(length)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`))
})
