import { column, tenantEntity } from '@lms/service-host'
import type { EffectResult } from './effect.contract.ts'

/** The results of effects by key, kept for a time. */
export const EffectEntity = tenantEntity(
  'users',
  'effects',
  {
    key: column.key().primary(),
    made_at: column.time(),
    result: column.json<EffectResult>().nullable(),
  },
  {
    archive: { never: 'answers for repetitions, kept for a time' },
    indexes: [{ properties: ['school_id', 'made_at'] }],
  },
)
