// The bus use of a gateway: the source of its user's permissions at the NATS server.
import {
  type BusUse,
  everyInvalidation,
  everyRoom,
  everySpent,
  gatewaySubject,
  operatorActionsSubject,
  requestRecordsSubject,
} from '@lms/events'

export const gatewayBusUse: BusUse = {
  publishes: [requestRecordsSubject, operatorActionsSubject, gatewaySubject('>')],
  consumes: [],
  reads: [{ stream: 'internal', subject: everyInvalidation }],
  listens: [gatewaySubject('>'), everySpent, everyRoom],
}
