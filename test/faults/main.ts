// `npm run faults`: processes are killed at random under load, and nothing acknowledged may be lost or doubled.
//
//   npm run faults -- [--rounds 20] [--seed N] [--schools 3]
import { parseArgs } from 'node:util'
import { runFaults } from './driver.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    /** The kills by time; a failed run names its own. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    schools: { type: 'string', default: '3' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`--seed ${values.seed}`)
try {
  const numbers = {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    schools: Number(values.schools),
  }
  const outcome = await runFaults({ ...numbers, say })
  say(JSON.stringify(outcome, null, 2))
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
}
