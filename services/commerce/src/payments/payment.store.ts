import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { PaymentEntity } from './payment.entity.ts'

export type PaymentRow = RowOf<typeof PaymentEntity>

const payments = table(PaymentEntity)

export class PaymentStore extends Store<PaymentRow> {
  constructor(work: UnitOfWork) {
    super(work, payments)
  }
}
