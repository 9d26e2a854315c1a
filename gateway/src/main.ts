import { endOnSignal, shrinkHeap, waitForParent } from '@lms/service-host/front'
import { apiDocuments, guidePages, readGatewayConfig, startGateway } from './index.ts'

if (import.meta.main) {
  await waitForParent()
  const gateway = await startGateway({
    ...readGatewayConfig(),
    documents: apiDocuments(),
    guides: guidePages(),
  })
  endOnSignal(gateway.log, gateway.stop)
  shrinkHeap()
}
