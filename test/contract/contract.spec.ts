// Every public operation, held against its declaration, through the gateway as an integrator meets it.
import { startWhole } from '@lms/testing/all-services'
import { contractSuite, gatewaySchool } from '@lms/testing/contract-suite'

contractSuite(async () => {
  const { door, stop } = await startWhole()
  return { school: await gatewaySchool(door), stop }
})
