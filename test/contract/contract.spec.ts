// Every public operation, held against its declaration, through the gateway as an integrator meets it.
import { startSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { contractSuite, doorSchool } from '@lms/testing/contract-suite'
import { startDoor } from '@lms/testing/door'

contractSuite(async () => {
  const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }
  const system = await startSystem({ services: allServices, settings: { settings } })
  const door = await startDoor(system)
  const school = await doorSchool(door)
  const stop = async () => {
    await door.stop()
    await system.stop()
  }
  return { school, stop }
})
