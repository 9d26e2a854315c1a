// What is told of a person's attendance: pure functions.
import { formatTime } from '@lms/contract'
import { presenceOf } from '../presence/slots.rules.ts'
import { maxSeconds } from './attendance.contract.ts'
import type { AttendanceRow } from './attendance.store.ts'

type Live = Pick<AttendanceRow, 'live_seconds' | 'joined_at' | 'left_at' | 'total_seconds'>

/** The live presence by its slots, or by the largest sum that an import named, whichever is more. */
export function liveOf(slots: readonly number[], total: number): Live {
  const presence = presenceOf(slots)
  return {
    live_seconds: Math.min(Math.max(presence?.seconds ?? 0, total), maxSeconds),
    joined_at: presence && formatTime(presence.joined_at),
    left_at: presence && formatTime(presence.left_at),
    total_seconds: total,
  }
}

/** The percents of the recording that are told. */
const thresholds = [100, 90, 50] as const

/** The last threshold that this percent has reached; 0 for none. */
export const thresholdOf = (percent: number): number => thresholds.find(each => percent >= each) ?? 0
