// Two rounds of `npm run faults`; ten in `npm run test:long`.
import { env } from 'node:process'
import { testSeed } from '@lms/testing/random'
import { runFaults } from './driver.ts'

const rounds = env.LMS_TEST_LONG === '1' ? 10 : 2

test('processes are killed at random under load, and nothing acknowledged is lost or duplicated', async () => {
  const outcome = await runFaults({ rounds, seed: testSeed })
  expect(outcome.rounds).toBe(rounds)
  expect(outcome.changes).toBeGreaterThan(0)
}, 900_000)
