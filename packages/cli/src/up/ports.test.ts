import type { PortState } from '@lms/local'
import { operatorPortBeside } from './options.ts'
import { checkPorts } from './ports.ts'

const problemOf = (states: Record<number, PortState>) =>
  checkPorts({ port: 81, operatorPort: 82 }, '127.0.0.1', async port => states[port]!).then(
    () => null,
    ({ message }: Error) => message,
  )

test.each([
  [{ 81: 'free', 82: 'free' }, null],
  [{ 81: 'taken', 82: 'free' }, /^Port 81 is in use\..* --port\.$/],
  [{ 81: 'forbidden', 82: 'free' }, /^You have no permission to listen on port 81\..* --port\.$/],
  [{ 81: 'free', 82: 'forbidden' }, /no permission.* 82\..* --operator-port\.$/],
  [{ 81: 'forbidden', 82: 'taken' }, /no permission[\s\S]*82 is in use/],
] as [Record<number, PortState>, RegExp | null][])('ports %p', async (states, problem) => {
  if (problem) expect(await problemOf(states)).toMatch(problem)
  else expect(await problemOf(states)).toBeNull()
})

test.each([
  [8080, 8081],
  [9000, 9001],
  [0, 0],
  [65_535, 65_534],
])('the operator’s port for %i is %i', (port, beside) => {
  expect(operatorPortBeside(port)).toBe(beside)
})
