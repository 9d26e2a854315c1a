// GET /v1/limits says how much a school has used of each maximum that is the school's, not that of a parent object.
import { maxOf } from '@lms/contract'
import { allServices } from '@lms/testing/all-services'
import { countedBy } from '../../packages/service-host/src/crud.ts'

const ofSchool = /^(the school has|\d+ \w+ of the school)/

test.each(allServices.map(service => [service.contract.service, service] as const))(
  'every maximum of a school in %s is counted',
  (_, service) => {
    const rooms = service.implementations.flatMap(({ operations, handlers }) =>
      Object.entries(operations).flatMap(([name, { bound }]) => {
        const refusal = maxOf(bound)?.refusal
        if (!refusal || !ofSchool.test(refusal.when)) return []
        const { reason } = refusal
        return [{ reason, isCounted: Boolean(service.used?.[reason] ?? countedBy(handlers[name])) }]
      }),
    )
    const counted = new Set(rooms.flatMap(({ reason, isCounted }) => (isCounted ? [reason] : [])))
    expect(rooms.map(({ reason }) => reason).filter(reason => !counted.has(reason))).toEqual([])
  },
)
