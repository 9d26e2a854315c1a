// A few rounds of `npm run faults`.
import { testSeed } from '@lms/testing/random'
import { runFaults } from './driver.ts'

test('processes are killed at random under load, and nothing acknowledged is lost or duplicated', async () => {
  const outcome = await runFaults({ rounds: 5, seed: testSeed })
  expect(outcome.rounds).toBe(5)
  expect(outcome.changes).toBeGreaterThan(0)
}, 600_000)
