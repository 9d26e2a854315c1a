// Every public operation, held against its declaration, through the gateway as an integrator meets it.
import { startWhole } from '@lms/testing/all-services'
import { contractSuite, doorSchool } from '@lms/testing/contract-suite'

contractSuite(async () => {
  const { door, stop } = await startWhole()
  return { school: await doorSchool(door), stop }
})
