// A few rounds of what `npm run faults` does for as long as one likes.
import { runFaults } from './driver.ts'

test('processes are killed at random under load, and nothing acknowledged is lost or doubled', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const outcome = await runFaults({ rounds: 5, seed })
  expect(outcome.rounds).toBe(5)
  expect(outcome.changes).toBeGreaterThan(0)
}, 600_000)
