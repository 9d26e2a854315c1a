// A program that creates and fills the demo school, started by `lms up`: prints a line of JSON when the school exists, and
// one when it is full.
import { complain, describeError, say } from '../terminal.ts'
import { type Addresses, ensureDemoSchool, fillDemoSchool } from './demo.ts'

const order: { path: string; addresses: Addresses; operatorToken: string } = JSON.parse(
  process.env.LMS_DEMO ?? '{}',
)
try {
  const { path, addresses, operatorToken } = order
  const demo = await ensureDemoSchool(path, addresses, operatorToken)
  say(JSON.stringify(demo))
  say(JSON.stringify(await fillDemoSchool(demo, path, addresses, operatorToken)))
} catch (error) {
  complain(`The demo school could not be created: ${describeError(error)}`)
  process.exitCode = 1
}
