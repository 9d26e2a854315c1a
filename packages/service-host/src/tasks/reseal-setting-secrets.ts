import { resealRows } from '../work/reseal-rows.ts'
import type { SettingSecrets } from '../work/setting-secrets.ts'
import { scheduled } from './scheduled.ts'

/** Encrypts the secrets of settings again by the present key of the installation, at the times of a cron expression. */
export const resealSettingSecrets = ({ table, placeOf }: SettingSecrets, times: string) =>
  scheduled(
    'reseal-setting-secrets',
    times,
    runtime => resealRows(runtime, { table, columns: ['sealed'], placeOf }),
    { deadline: 300 },
  )
