// The secret that signs calls.
import { type Runtime, resealRows, scheduled, settingSecrets } from '@lms/service-host'

export const scenarioSecrets = settingSecrets('scenarios')

/** Encrypts them again by the present key of the installation. */
export const resealSettingsTask = scheduled(
  'reseal-setting-secrets',
  '17 * * * *',
  (runtime: Runtime) =>
    resealRows(runtime, {
      table: scenarioSecrets.table,
      columns: ['sealed'],
      placeOf: scenarioSecrets.placeOf,
    }),
  { deadline: 300 },
)
