import { house } from '../house.ts'
import { requestDoor } from './request.contract.ts'
import { requestRecords } from './request.store.ts'

export const requestDoorHandlers = house.implement(requestDoor, {
  trace: async ({ path, runtime }) => ({
    requests: await requestRecords.ofRequest(runtime.system, path.requestId),
  }),
})
