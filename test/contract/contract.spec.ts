// Every public operation, compared with its declaration, through the gateway as integrators use it.
import { startCluster } from '@lms/testing/all-services'
import { contractSuite, gatewaySchool } from '@lms/testing/contract-suite'

contractSuite(async () => {
  const { gateway, stop } = await startCluster()
  return { school: await gatewaySchool(gateway), stop }
})
