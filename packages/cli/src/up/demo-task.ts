// A program that creates and fills the demo school, started by `lms up`.
import { complain, describeError, sayJson } from '../terminal.ts'
import { type Addresses, ensureDemoSchool } from './demo.ts'

const order: { path: string; addresses: Addresses; operatorToken: string } = JSON.parse(
  process.env.LMS_DEMO ?? '{}',
)
try {
  sayJson(await ensureDemoSchool(order.path, order.addresses, order.operatorToken))
} catch (error) {
  complain(`The demo school could not be created: ${describeError(error)}`)
  process.exitCode = 1
}
