import { endOnSignal, shrinkHeap } from '@lms/service-host/front'
import { apiDocuments, readGatewayConfig, startGateway } from './index.ts'

if (import.meta.main) {
  const gateway = await startGateway({ ...readGatewayConfig(), documents: apiDocuments() })
  endOnSignal(gateway.log, gateway.stop)
  shrinkHeap()
}
