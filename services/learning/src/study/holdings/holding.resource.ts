import { builder } from '../../builder.ts'
import { AttendanceEntity } from './attendance.store.ts'
import { findHoldersCall } from './find-holders.run.ts'
import { HoldingEntity } from './holding.entity.ts'
import {
  onOrderCanceled,
  onOrderPaid,
  onOrderRefunded,
  onTagAdded,
  onTagRemoved,
  onWebinarAttended,
} from './holding-reactions.ts'

export const holdingResource = builder.resource({
  entities: [HoldingEntity, AttendanceEntity],
  tasks: [findHoldersCall],
  reactions: [onTagAdded, onTagRemoved, onOrderPaid, onOrderCanceled, onOrderRefunded, onWebinarAttended],
})
