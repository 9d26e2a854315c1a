import { serviceNames } from '../services.ts'
import { driftOfServices } from './files.ts'

test('the files generated from the services are up to date', async () => {
  const drifted = await driftOfServices()
  if (drifted.length)
    throw new Error(`Not as declared: ${drifted.join(', ')}. Run npm run generate and keep what it writes.`)
})

test('services are in the order of their lms.order', () => {
  expect(serviceNames.slice(0, 2)).toEqual(['users', 'learning'])
})
