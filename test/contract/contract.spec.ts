// Every public operation, held against its declaration, through the gateway as an integrator meets it.
import { startCluster } from '@lms/testing/all-services'
import { contractSuite, gatewaySchool } from '@lms/testing/contract-suite'

contractSuite(async () => {
  const { gateway, stop } = await startCluster()
  return { school: await gatewaySchool(gateway), stop }
})
