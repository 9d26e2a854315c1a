// What a gateway does on the bus. The rights of its user at the NATS server follow from it.
import {
  type BusUse,
  everyInvalidation,
  everySpent,
  gatewaySubject,
  requestRecordsSubject,
} from '@lms/events'

export const gatewayBusUse: BusUse = {
  publishes: [requestRecordsSubject, gatewaySubject('>')],
  consumes: [],
  reads: [{ stream: 'internal', subject: everyInvalidation }],
  listens: [gatewaySubject('>'), everySpent],
}
