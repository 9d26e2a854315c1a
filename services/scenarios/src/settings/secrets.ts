// The secret that signs calls.
import { resealSettingSecrets, settingSecrets } from '@lms/service-host'

export const scenarioSecrets = settingSecrets('scenarios')

export const resealSettingsTask = resealSettingSecrets(scenarioSecrets, '17 * * * *')
