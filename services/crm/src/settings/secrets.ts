// The secrets of the section: tokens of bots, keys that sign.
import { type Runtime, resealRows, scheduled, settingSecrets } from '@lms/service-host'

export const crmSecrets = settingSecrets('crm')

/** Encrypts them again by the present key of the installation. */
export const resealSettingsTask = scheduled(
  'reseal-setting-secrets',
  '7 * * * *',
  (runtime: Runtime) =>
    resealRows(runtime, { table: crmSecrets.table, columns: ['sealed'], placeOf: crmSecrets.placeOf }),
  { deadline: 300 },
)
